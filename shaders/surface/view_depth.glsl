// A depth texture, and view positions from it. The texture is larger than the canvas: by `margin` texels on each side, in
// the programs that need it.
#include "common/view_ray.glsl"
#include "surface/depth_range.glsl"
uniform sampler2D depth;

float fetch_depth(ivec2 texel) {
    return texelFetch(depth, texel, 0).r;
}

// 3x3 depths around a texel: column i holds row i - 1, from left to right.
mat3 fetch_depths(ivec2 texel, int stride) {
    mat3 depths;
    for (int y = 0; y < 3; y++) {
        ivec2 at = texel + ivec2(0, stride * (y - 1));
        depths[y] = vec3(fetch_depth(at - ivec2(stride, 0)), fetch_depth(at), fetch_depth(at + ivec2(stride, 0)));
    }
    return depths;
}

// 1 for depths of fluid, 0 for clear ones.
vec2 fluid_mask(vec2 stored) {
    return vec2(lessThan(stored, vec2(CLEAR_DEPTH)));
}

vec3 fluid_mask(vec3 stored) {
    return vec3(lessThan(stored, vec3(CLEAR_DEPTH)));
}

vec3 view_position_at(vec2 texel, float distance) {
    return view_ray(texel) * distance;
}
