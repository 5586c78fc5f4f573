#version 300 es
// Spray, foam and bubbles among spheres, hidden by the depth test.
precision highp float;
#include "foam/foam.glsl"
uniform vec2 fade_range;  // distances at which darkening begins and ends
in float foam_kind;
in float strength;
in float view_depth;
in float flatness;
out vec4 pixel;

void main() {
    vec3 cover = foam_cover(foam_kind, foam_offset(flatness)) * strength;
    float far = clamp((view_depth - fade_range.x) / (fade_range.y - fade_range.x), 0.0, 1.0);
    pixel = foam_colour(cover, vec3(1.0 - 0.3 * far));
    if (pixel.a <= 0.0) discard;
}
