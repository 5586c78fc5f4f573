#version 300 es
// A parallelogram in the world: draw four vertices as a strip.
uniform mat4 world_to_clip;
uniform vec3 corner;
uniform vec3 u;
uniform vec3 v;
out vec2 place;  // -1 to 1 along u and v

void main() {
    vec2 share = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    place = 2.0 * share - 1.0;
    gl_Position = world_to_clip * vec4(corner + u * share.x + v * share.y, 1.0);
}
