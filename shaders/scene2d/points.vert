#version 300 es
// A point sprite for each particle, large enough for its disc and the antialiased rim.
#include "common/particle.glsl"
#include "common/colour_map_coord.glsl"
uniform vec3 kind_colours[7];
uniform float radius;  // device pixels
uniform sampler2D colour_map;
flat out vec3 colour;

void main() {
    gl_Position = clip_position();
    gl_PointSize = 2.0 * radius + 1.0;
    if (colour_by == 0) colour = kind_colours[min(kind, 6u)];
    else colour = texture(colour_map, colour_map_coord(colour_value())).rgb;
}
