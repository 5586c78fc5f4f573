#version 300 es
// Depth of a particle: where the ray enters its sphere, or the tank if the sphere intersects the glass.
precision highp float;
#include "surface/ray_depth.glsl"
flat in vec4 sphere;
flat in int is_cut;

void main() {
    vec3 ray = view_ray(gl_FragCoord.xy);
    float square = dot(ray, ray), nearest = dot(ray, sphere.xyz) / square;
    vec3 from = ray * nearest - sphere.xyz;
    float half_chord2 = sphere.w * sphere.w - dot(from, from);
    if (half_chord2 < 0.0) discard;
    write_depth(ray, nearest, sqrt(half_chord2 / square), is_cut != 0);
}
