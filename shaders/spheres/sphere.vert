#version 300 es
// A point sprite for each particle, large enough for its sphere in perspective.
#include "common/particle.glsl"
#include "common/view_position.glsl"
#include "common/colour_map_coord.glsl"
#include "spheres/shadow_map.glsl"
uniform vec3 kind_colours[7];
uniform float radius;
uniform sampler2D colour_map;
flat out vec3 sphere_centre;  // view space
flat out vec3 colour;
flat out float visibility;  // of the key light

void main() {
    sphere_centre = view_position(vec3(x, y, z));
    gl_Position = clip_position();
    visibility = light_visibility(vec3(x, y, z));
    gl_PointSize = sprite_size(sphere_centre, radius) * 1.02 + 2.0;
    if (-sphere_centre.z < 1.5 * radius) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    if (colour_by == 0) colour = kind_colours[min(kind, 6u)];
    else colour = texture(colour_map, colour_map_coord(colour_value())).rgb;
}
