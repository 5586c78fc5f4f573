#version 300 es
// A parallelogram in the world: draw four vertices as a strip, without attributes.
uniform mat4 world_to_clip;
uniform vec3 corner;
uniform vec3 u;
uniform vec3 v;
out vec2 coord;  // -1 to 1 along u and v

void main() {
    vec2 t = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    coord = 2.0 * t - 1.0;
    gl_Position = world_to_clip * vec4(corner + u * t.x + v * t.y, 1.0);
}
