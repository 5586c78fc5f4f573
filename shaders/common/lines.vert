#version 300 es
// A corner of the rectangle around a line, computed on the CPU.
layout(location = 0) in vec3 position;  // clip space
layout(location = 1) in vec4 line;      // pixels: from the centre line, half width, along the line, length
layout(location = 2) in vec4 colour;
out vec4 line_coord;
out vec4 tint;

void main() {
    gl_Position = vec4(position, 1.0);
    line_coord = line;
    tint = colour;
}
