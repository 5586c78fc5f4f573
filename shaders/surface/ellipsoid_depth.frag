#version 300 es
// How far from the eye the ray of a pixel meets a particle's ellipsoid, or the glass where it reaches through that.
precision highp float;
#include "surface/ray_depth.glsl"
flat in vec3 at, to_ball_x, to_ball_y, to_ball_z;

void main() {
    vec3 ray = eye_ray();
    mat3 to_ball = mat3(to_ball_x, to_ball_y, to_ball_z);
    vec3 way = to_ball * ray, from = to_ball * at;
    float square = dot(way, way), nearest = dot(way, from) / square;
    vec3 beside = way * nearest - from;
    float rise = 1.0 - dot(beside, beside);
    if (rise < 0.0) discard;
    write_depth(ray, nearest, sqrt(rise / square));
}
