#version 300 es
// Writes the depth of a particle's disc into the shadow map.
precision mediump float;

void main() {
    vec2 from = 2.0 * gl_PointCoord - 1.0;
    if (dot(from, from) > 1.0) discard;
}
