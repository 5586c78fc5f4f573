#version 300 es
// A point sprite for each particle, for the depth of its sphere.
#include "common/particle.glsl"
#include "common/view_position.glsl"
#include "common/tank_bounds.glsl"
#include "surface/spray_radius.glsl"
uniform float radius;
flat out vec4 sphere;  // centre in view space, radius
flat out int is_cut;  // by the glass

void main() {
    float scaled = radius * spray_radius_scale() * wall_radius_scale(vec3(x, y, z), radius);
    sphere = vec4(view_position(vec3(x, y, z)), scaled);
    is_cut = int(is_cut_by_glass(vec3(x, y, z), scaled));
    gl_Position = clip_position();
    gl_PointSize = sprite_size(sphere.xyz, scaled) * 1.02 + 1.0;
    if (-sphere.z < 1.5 * scaled) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
