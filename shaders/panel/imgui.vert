#version 300 es
// A vertex of Dear ImGui, in device pixels from the top left.
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 colour;
uniform vec2 size;  // of the canvas, device pixels
out vec2 coord;
out vec4 tint;

void main() {
    coord = uv;
    tint = colour;
    gl_Position = vec4(2.0 * position.x / size.x - 1.0, 1.0 - 2.0 * position.y / size.y, 0.0, 1.0);
}
