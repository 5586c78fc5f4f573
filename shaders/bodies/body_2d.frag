#version 300 es
// A rigid body in 2D: painted wood, lit from the upper left. Cut out of its rectangle by its distance, with a dark rim
// and a bevel; a ball shows spokes, so that it is seen to turn.
precision highp float;
precision highp int;
#include "bodies/body_palette.glsl"
uniform mat4 own_to_world;
uniform vec3 half_size;
uniform int shape, kind;   // shape: 0 ball, 1 box, 2 capsule
uniform float pixel, dpr;  // world units a device pixel; device pixels a CSS pixel
in vec3 at;
out vec4 pixel_colour;

float distance_to(vec2 p) {
    if (shape == 0) return length(p) - half_size.x;
    if (shape == 2) {
        float core = half_size.x - half_size.y;
        return length(vec2(max(abs(p.x) - core, 0.0), p.y)) - half_size.y;
    }
    vec2 out_by = abs(p) - half_size.xy;
    return length(max(out_by, 0.0)) + min(max(out_by.x, out_by.y), 0.0);
}

void main() {
    const vec2 light = vec2(-0.42, 0.62);
    vec3 colour = paint(kind);
    float away = distance_to(at.xy), thin = shape == 1 ? min(half_size.x, half_size.y) : half_size.y;
    if (shape == 0) thin = half_size.x;
    float cover = clamp(0.5 - away / pixel, 0.0, 1.0);
    if (cover <= 0.0) discard;
    float step_by = 0.5 * pixel;
    vec2 slope = vec2(distance_to(at.xy + vec2(step_by, 0.0)) - distance_to(at.xy - vec2(step_by, 0.0)),
                      distance_to(at.xy + vec2(0.0, step_by)) - distance_to(at.xy - vec2(0.0, step_by))) / (2.0 * step_by);
    vec2 outwards = (own_to_world * vec4(slope, 0.0, 0.0)).xy;
    float bevel = smoothstep(-0.45 * thin, 0.0, away);
    colour *= 0.96 + bevel * 0.30 * dot(outwards, light);
    if (shape == 0) {
        // A wheel: two spokes and a hub.
        float line = max(0.07 * half_size.x, 0.8 * pixel * dpr);
        float spoke = min(min(abs(at.x), abs(at.y)), abs(length(at.xy) - 0.22 * half_size.x));
        float inside = 1.0 - smoothstep(0.62, 0.70, length(at.xy) / half_size.x);
        colour = mix(colour, colour * 0.45, inside * clamp(0.5 + (line * 0.5 - spoke) / pixel, 0.0, 1.0));
    } else {
        // A stripe along the middle.
        float stripe = clamp(0.5 + (0.22 * half_size.y - abs(at.y)) / pixel, 0.0, 1.0);
        colour = mix(colour, mix(colour, vec3(1.0), 0.45), stripe * step(away, -0.22 * thin));
    }
    float rim = clamp(0.5 + (away + 1.6 * dpr * pixel) / pixel, 0.0, 1.0);
    colour = mix(colour, colour * 0.42, rim);
    pixel_colour = vec4(colour * cover, cover);
}
