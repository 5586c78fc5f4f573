#version 300 es
// A particle of spray, foam or a bubble becomes a square of pixels, as large as it is seen from the eye.
layout(location = 0) in float x;
layout(location = 1) in float y;
layout(location = 2) in float z;
layout(location = 3) in float kind;  // 0 spray, 1 foam, 2 bubble, and in between
layout(location = 4) in float fade;
uniform mat4 world_to_clip;
uniform vec3 back;    // to the eye
uniform float focal;  // pixels of a unit at distance 1
uniform float radius; // of the fluid's particles
uniform vec4 plane;   // what is in front of it is left out
out float shown;
out float strength;
out float eye_depth;

void main() {
    vec3 at = vec3(x, y, z);
    gl_Position = world_to_clip * vec4(at, 1.0);
    eye_depth = gl_Position.w;
    // Foam lies on the beads of the fluid, and bubbles near the surface are seen through it.
    float lift = radius * (kind < 1.0 ? mix(0.6, 2.0, kind) : mix(2.0, 2.4, kind - 1.0));
    vec4 lifted = world_to_clip * vec4(at + back * lift, 1.0);
    gl_Position.z = lifted.z / max(lifted.w, 1e-6) * gl_Position.w;
    float size = radius * (kind < 1.0 ? mix(0.42, 1.3, kind) : mix(1.3, 0.75, kind - 1.0));
    float pixels = 2.0 * size * (0.6 + 0.4 * fade) * focal / max(eye_depth, 1e-6);
    gl_PointSize = max(pixels, 1.5);
    // What is smaller than a point keeps its share of it.
    strength = fade * min(1.0, pixels * pixels / 2.25);
    shown = kind;
    if (eye_depth < 4.0 * radius || dot(plane.xyz, at) > plane.w) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
