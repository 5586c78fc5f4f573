// A depth texture, and view positions from it. The texture is larger than the canvas: by `margin` texels on each side, in
// the programs that need it.
#include "common/view_ray.glsl"
#include "surface/depth_range.glsl"
uniform sampler2D depth;

float fetch_depth(ivec2 texel) {
    return texelFetch(depth, texel, 0).r;
}

vec3 view_position_at(vec2 texel, float distance) {
    return view_ray(texel) * distance;
}
