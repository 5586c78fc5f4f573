#version 300 es
// A particle becomes a square of pixels that holds its sphere, for its depth.
#include "common/particle.glsl"
#include "common/view_position.glsl"
#include "common/tank_bounds.glsl"
#include "surface/spray_radius.glsl"
uniform float radius;
flat out vec4 at;  // the sphere's middle, as seen from the eye, and its radius

void main() {
    float wide = radius * drop_share() * widened(vec3(x, y, z), radius);
    at = vec4(eye_point(vec3(x, y, z)), wide);
    gl_Position = clip_position();
    gl_PointSize = sprite_size(at.xyz, wide) * 1.02 + 1.0;
    if (-at.z < 1.5 * wide) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
