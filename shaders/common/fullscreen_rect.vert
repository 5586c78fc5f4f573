#version 300 es
// A rectangle of clip space, for passes over pixels: draw four vertices as a strip, without attributes.
uniform vec4 bounds;  // clip space: left, bottom, right, top

void main() {
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    gl_Position = vec4(mix(bounds.xy, bounds.zw, corner), 0.0, 1.0);
}
