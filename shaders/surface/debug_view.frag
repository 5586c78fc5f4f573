#version 300 es
// One of the images that a frame is made of, to be looked at.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
#include "surface/surface_normals.glsl"
uniform sampler2D image;  // for shadow and what is behind
uniform int view;         // 1, 2: depth; 3: thickness; 4: normals; 5: shadow; 6: behind
uniform vec2 shown;       // values that are black and white
uniform vec2 canvas;
uniform float margin;
out vec4 pixel;

void main() {
    vec2 texel = gl_FragCoord.xy + margin;
    ivec2 at = ivec2(texel);
    float kept = stored(at), value = 0.0;
    if (view > 4) {
        pixel = texture(image, gl_FragCoord.xy / canvas);
        if (view == 5) pixel = vec4(vec3(max(pixel.r, pixel.b)), 1.0);
    } else if (view == 3) {
        vec4 through = thickness_at(texel);
        value = clamp((through.w - shown.x) / (shown.y - shown.x), 0.0, 1.0);
        pixel = vec4(exp(-through.rgb / max(through.w, 1e-6)) * value, value);
    } else if (kept >= nothing) discard;
    else if (view == 4) {
        if (cover_of(at, thickness_at(texel).w) < 0.5) discard;
        pixel = vec4(0.5 + 0.5 * normal_at(at, place_at(at)), 1.0);
    } else {
        value = (distance_of(kept) - shown.x) / (shown.y - shown.x);
        pixel = vec4(vec3(clamp(value, 0.0, 1.0)), 1.0);
    }
}
