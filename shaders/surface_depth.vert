#version 300 es
// A particle becomes a square of pixels that holds its sphere, for its depth.
#include "particle.glsl"
#include "eye_point.glsl"
#include "room.glsl"
uniform float radius;
flat out vec4 at;  // the sphere's middle, as seen from the eye, and its radius

void main() {
    // Along the glass they are larger: rows of them make one face, and what is beyond it is cut off.
    vec3 free = room_half - abs(vec3(x, y, z) - room_middle);
    float beside = smoothstep(1.5, 0.7, min(free.x, free.z) / radius), below = smoothstep(2.5, 0.7, free.y / radius);
    float wide = radius * (1.0 + max(0.35 * beside, 0.8 * below));
    at = vec4(eye_point(), wide);
    gl_Position = clip_position();
    gl_PointSize = sprite_size(at.xyz, wide) * 1.02 + 1.0;
    if (-at.z < 1.5 * wide) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
