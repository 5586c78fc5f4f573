#version 300 es
// An opaque backdrop for 3D scenes: a cyclorama, whose floor and wall meet in a wide curve.
precision highp float;
#include "tank/backdrop.glsl"
#include "common/view_ray.glsl"
out vec4 pixel;

void main() {
    vec3 direction = normalize(world_direction(view_ray(gl_FragCoord.xy)));
    pixel = vec4(mix(floor_colour(), wall_colour(direction.y), smoothstep(-0.30, 0.02, direction.y)), 1.0);
}
