#version 300 es
// A corner of a face of a grid cell.
uniform mat4 world_to_clip;
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 face;
layout(location = 2) in vec4 tint;
out vec2 face_coord;
out vec4 colour;

void main() {
    gl_Position = world_to_clip * vec4(position, 1.0);
    face_coord = face;
    colour = tint;
}
