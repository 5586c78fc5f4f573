#version 300 es
// Spray, foam and bubbles over the water of screen-space fluid, attenuated by their depth below its surface.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
#include "foam/foam.glsl"
uniform sampler2D scene_depth;
uniform vec2 scene_depth_terms;
uniform float margin;
uniform float radius;     // of the fluid's particles
uniform vec2 fade_range;  // distances at which darkening begins and ends
in float foam_kind;
in float strength;
in float view_depth;
in float flatness;
out vec4 pixel;

void main() {
    float scene = texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r;
    if (view_depth > scene_depth_terms.y / (2.0 * scene - 1.0 + scene_depth_terms.x) + radius) discard;
    float stored = fetch_depth(ivec2(gl_FragCoord.xy + margin));
    float behind = stored >= CLEAR_DEPTH ? 0.0 : (view_depth - linear_depth(stored)) / radius;
    // Spray is hidden by the surface, foam lies on it, bubbles fade with the water above them.
    vec3 visible = vec3(1.0 - smoothstep(1.0, 3.0, behind), 1.0 - smoothstep(2.0, 6.0, behind), 1.0 / (1.0 + 0.12 * max(behind, 0.0)));
    float far = clamp((view_depth - fade_range.x) / (fade_range.y - fade_range.x), 0.0, 1.0);
    pixel = foam_colour(foam_cover(foam_kind, foam_offset(flatness)) * strength * visible, vec3(1.0 - 0.12 * far));
    if (pixel.a <= 0.0) discard;
}
