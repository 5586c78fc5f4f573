#version 300 es
// How far from the eye the ray of a pixel meets a particle's sphere, or the glass where the sphere reaches through it.
precision highp float;
#include "surface/ray_depth.glsl"
flat in vec4 at;

void main() {
    vec3 ray = eye_ray();
    float square = dot(ray, ray), nearest = dot(ray, at.xyz) / square;
    vec3 from = ray * nearest - at.xyz;
    float rise = at.w * at.w - dot(from, from);
    if (rise < 0.0) discard;
    write_depth(ray, nearest, sqrt(rise / square));
}
