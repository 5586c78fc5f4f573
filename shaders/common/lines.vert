#version 300 es
// A corner of the rectangle around a line, placed by the CPU.
layout(location = 0) in vec3 at;     // clip space
layout(location = 1) in vec4 line;   // pixels: from its middle, half its width, along it, its length
layout(location = 2) in vec4 colour;
out vec4 place;
out vec4 tint;

void main() {
    gl_Position = vec4(at, 1.0);
    place = line;
    tint = colour;
}
