#version 300 es
// A point sprite for each particle of spray, foam or bubble.
layout(location = 0) in float x;
layout(location = 1) in float y;
layout(location = 2) in float z;
layout(location = 3) in float kind;  // 0 spray, 1 foam, 2 bubble, and blends
layout(location = 4) in float fade;
uniform mat4 world_to_clip;
uniform vec3 back;        // towards the eye
uniform float focal;      // pixels per unit at distance 1
uniform float radius;     // of the fluid's particles
uniform float unit_size;  // world: size of the sprites
uniform vec4 clip_plane;  // particles in front of it are not drawn
out float foam_kind;
out float strength;
out float view_depth;
out float flatness;  // height over width

void main() {
    vec3 position = vec3(x, y, z);
    gl_Position = world_to_clip * vec4(position, 1.0);
    view_depth = gl_Position.w;
    // Depth bias: foam lies on the spheres of the fluid, and bubbles near the surface are visible through the spheres.
    float lift = radius * (kind < 1.0 ? mix(0.6, 2.0, kind) : mix(2.0, 2.4, kind - 1.0));
    vec4 lifted = world_to_clip * vec4(position + back * lift, 1.0);
    gl_Position.z = lifted.z / max(lifted.w, 1e-6) * gl_Position.w;
    float size = unit_size * (kind < 1.0 ? mix(0.38, 1.6, kind) : mix(1.6, 0.7, kind - 1.0));
    float pixels = 2.0 * size * (0.6 + 0.4 * fade) * focal / max(view_depth, 1e-6);
    gl_PointSize = max(pixels, 1.5);
    // A sprite smaller than the minimum point size gets the coverage of its area.
    strength = fade * min(1.0, pixels * pixels / 2.25);
    foam_kind = kind;
    // Foam lies on the water, which is seen at an angle.
    flatness = mix(clamp(abs(back.y), 0.4, 1.0), 1.0, min(abs(kind - 1.0), 1.0));
    if (view_depth < 4.0 * radius || dot(clip_plane.xyz, position) > clip_plane.w) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
