#version 300 es
// A particle as the light sees it: a square that holds its disc.
#include "common/particle.glsl"
uniform float radius;  // texels

void main() {
    gl_Position = clip_position();
    gl_PointSize = 2.0 * radius;
}
