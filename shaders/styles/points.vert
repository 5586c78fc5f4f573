#version 300 es
// A particle becomes one square of pixels, wide enough for its disc and the softened rim.
#include "common/particle.glsl"
#include "common/palette.glsl"
uniform float radius;  // device pixels
uniform sampler2D colour_map;
flat out vec3 colour;

void main() {
    gl_Position = clip_position();
    gl_PointSize = 2.0 * radius + 1.0;
    if (colour_by == 0) colour = palette(kind);
    else colour = texture(colour_map, map_place(shown_value())).rgb;
}
