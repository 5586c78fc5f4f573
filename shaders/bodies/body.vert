#version 300 es
// A vertex of a rigid body's surface (render/body_mesh.h).
layout(location = 0) in vec3 own;
layout(location = 1) in vec3 normal;
uniform mat4 own_to_world, world_to_clip;
out vec3 at;      // along the body's own axes
out vec3 facing, place;  // world

void main() {
    at = own;
    facing = mat3(own_to_world) * normal;
    place = (own_to_world * vec4(own, 1.0)).xyz;
    gl_Position = world_to_clip * vec4(place, 1.0);
}
