#version 300 es
// Keeps a particle's distance from the light, within its disc.
precision mediump float;

void main() {
    vec2 from = 2.0 * gl_PointCoord - 1.0;
    if (dot(from, from) > 1.0) discard;
}
