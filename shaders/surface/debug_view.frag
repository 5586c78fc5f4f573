#version 300 es
// One of the intermediate images of a frame, for display.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
#include "surface/surface_normals.glsl"
uniform sampler2D image;   // for the views shadow and behind
uniform int view;          // 1, 2: depth; 3: thickness; 4: normals; 5: shadow; 6: behind
uniform vec2 value_range;  // shown as black and white
uniform vec2 canvas;
uniform float margin;
out vec4 pixel;

void main() {
    vec2 texel = gl_FragCoord.xy + margin;
    ivec2 at = ivec2(texel);
    float stored = fetch_depth(at), value = 0.0;
    if (view > 4) {
        pixel = texture(image, gl_FragCoord.xy / canvas);
        if (view == 5) pixel = vec4(vec3(max(pixel.r, pixel.b)), 1.0);
    } else if (view == 3) {
        vec4 path = thickness_at(texel);
        value = clamp((path.w - value_range.x) / (value_range.y - value_range.x), 0.0, 1.0);
        pixel = vec4(exp(-path.rgb / max(path.w, 1e-6)) * value, value);
    } else if (stored >= CLEAR_DEPTH) discard;
    else if (view == 4) {
        mat3 depths = fetch_depths(at, 1);
        Surface surface = surface_at(texel, depths);
        if (coverage_at(depths, thickness_at(texel).w, surface.glass) < 0.5) discard;
        pixel = vec4(0.5 + 0.5 * surface.normal, 1.0);
    } else {
        value = (linear_depth(stored) - value_range.x) / (value_range.y - value_range.x);
        pixel = vec4(vec3(clamp(value, 0.0, 1.0)), 1.0);
    }
}
