#version 300 es
// A vertex of a rigid body's mesh (render/bodies/body_mesh.h).
layout(location = 0) in vec3 local_position;
layout(location = 1) in vec3 normal;
uniform mat4 local_to_world, world_to_clip;
out vec3 local;  // body coordinates
out vec3 world_normal, world;

void main() {
    local = local_position;
    world_normal = mat3(local_to_world) * normal;
    world = (local_to_world * vec4(local_position, 1.0)).xyz;
    gl_Position = world_to_clip * vec4(world, 1.0);
}
