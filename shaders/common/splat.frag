#version 300 es
// Adds one splat, (1 - (d/radius)^2)^2: close to a Gaussian, with zero slope at the rim.
precision highp float;
flat in vec4 amount;
out vec4 field;

void main() {
    vec2 from = 2.0 * gl_PointCoord - 1.0;
    float inside = max(0.0, 1.0 - dot(from, from));
    field = amount * inside * inside;
}
