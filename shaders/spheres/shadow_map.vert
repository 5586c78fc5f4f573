#version 300 es
// A particle as seen from the light: a point sprite that holds its disc.
#include "common/particle.glsl"
uniform float radius;  // texels

void main() {
    gl_Position = clip_position();
    gl_PointSize = 2.0 * radius;
}
