#version 300 es
// A particle becomes a square of pixels that holds its sphere, for its depth.
#include "particle.glsl"
#include "eye_point.glsl"
uniform float radius;
flat out vec3 at;  // the sphere's middle, as seen from the eye

void main() {
    at = eye_point();
    gl_Position = clip_position();
    gl_PointSize = sprite_size(at, radius) * 1.02 + 1.0;
    if (-at.z < 1.5 * radius) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
