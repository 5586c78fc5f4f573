#version 300 es
// A corner of a side of a box.
uniform mat4 world_to_clip;
layout(location = 0) in vec3 at;
layout(location = 1) in vec2 share;
layout(location = 2) in vec4 tint;
out vec2 place;
out vec4 colour;

void main() {
    gl_Position = world_to_clip * vec4(at, 1.0);
    place = share;
    colour = tint;
}
