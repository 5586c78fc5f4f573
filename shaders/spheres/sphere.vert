#version 300 es
// A particle becomes a square of pixels that holds its sphere, seen in perspective.
#include "common/particle.glsl"
#include "common/view_position.glsl"
#include "common/palette.glsl"
#include "spheres/shadow_map.glsl"
uniform float radius;
uniform sampler2D colour_map;
flat out vec3 at;  // the sphere's middle, as seen from the eye
flat out vec3 colour;
flat out float reached;  // how much light comes so far

void main() {
    at = eye_point(vec3(x, y, z));
    gl_Position = clip_position();
    reached = light_at(vec3(x, y, z));
    gl_PointSize = sprite_size(at, radius) * 1.02 + 2.0;
    if (-at.z < 1.5 * radius) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    if (colour_by == 0) colour = palette(kind);
    else colour = texture(colour_map, map_place(shown_value())).rgb;
}
