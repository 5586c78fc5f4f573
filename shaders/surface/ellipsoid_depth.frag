#version 300 es
// Depth of a particle: where the ray enters its ellipsoid, or the tank if the ellipsoid intersects the glass.
precision highp float;
#include "surface/ray_depth.glsl"
flat in vec3 ellipsoid_centre, to_sphere_x, to_sphere_y, to_sphere_z;
flat in int is_cut;

void main() {
    vec3 ray = view_ray(gl_FragCoord.xy);
    mat3 to_sphere = mat3(to_sphere_x, to_sphere_y, to_sphere_z);
    vec3 direction = to_sphere * ray, centre = to_sphere * ellipsoid_centre;
    float square = dot(direction, direction), nearest = dot(direction, centre) / square;
    vec3 from = direction * nearest - centre;
    float half_chord2 = 1.0 - dot(from, from);
    if (half_chord2 < 0.0) discard;
    write_depth(ray, nearest, sqrt(half_chord2 / square), is_cut != 0);
}
