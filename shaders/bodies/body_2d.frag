#version 300 es
// A rigid body in 2D, shaded as painted wood: lit from the upper left, with a dark rim and a bevel. The shape is cut out
// of its rectangle by a signed distance. Spokes or a stripe make rotation visible.
precision highp float;
precision highp int;
#include "bodies/body_palette.glsl"
uniform mat4 local_to_world;
uniform vec3 half_size;
uniform int shape, kind;   // shape: 0 ball, 1 box, 2 capsule
uniform int layer;         // of what is drawn: 1 its outline, 2 its inside, so that its parts join; 0: other bodies
uniform float pixel, dpr;  // world units per device pixel; device pixels per CSS pixel
in vec3 local;
out vec4 pixel_colour;

float signed_distance(vec2 p) {
    if (shape == 0) return length(p) - half_size.x;
    if (shape == 2) {
        float core = half_size.x - half_size.y;
        return length(vec2(max(abs(p.x) - core, 0.0), p.y)) - half_size.y;
    }
    vec2 beyond = abs(p) - half_size.xy;
    return length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0);
}

void main() {
    const vec2 light = vec2(-0.42, 0.62);
    vec3 colour = body_palette(kind);
    float distance = signed_distance(local.xy), thin = shape == 1 ? min(half_size.x, half_size.y) : half_size.y;
    if (shape == 0) thin = half_size.x;
    float cover = clamp(0.5 - distance / pixel, 0.0, 1.0);
    if (cover <= 0.0) discard;
    if (layer > 0) {
        if (layer == 2) cover = clamp(-distance / pixel - 1.6 * dpr, 0.0, 1.0);
        else colour *= 0.42;
        pixel_colour = vec4(colour * cover, cover);
        return;
    }
    float h = 0.5 * pixel;  // of the central differences
    vec2 slope = vec2(signed_distance(local.xy + vec2(h, 0.0)) - signed_distance(local.xy - vec2(h, 0.0)),
                      signed_distance(local.xy + vec2(0.0, h)) - signed_distance(local.xy - vec2(0.0, h))) / (2.0 * h);
    vec2 outwards = (local_to_world * vec4(slope, 0.0, 0.0)).xy;
    float bevel = smoothstep(-0.45 * thin, 0.0, distance);
    colour *= 0.96 + bevel * 0.30 * dot(outwards, light);
    if (shape == 0) {
        // A wheel: two spokes and a hub.
        float line = max(0.07 * half_size.x, 0.8 * pixel * dpr);
        float spoke = min(min(abs(local.x), abs(local.y)), abs(length(local.xy) - 0.22 * half_size.x));
        float inside = 1.0 - smoothstep(0.62, 0.70, length(local.xy) / half_size.x);
        colour = mix(colour, colour * 0.45, inside * clamp(0.5 + (line * 0.5 - spoke) / pixel, 0.0, 1.0));
    } else {
        // A stripe along the middle.
        float stripe = clamp(0.5 + (0.22 * half_size.y - abs(local.y)) / pixel, 0.0, 1.0);
        colour = mix(colour, mix(colour, vec3(1.0), 0.45), stripe * step(distance, -0.22 * thin));
    }
    float rim = clamp(0.5 + (distance + 1.6 * dpr * pixel) / pixel, 0.0, 1.0);
    colour = mix(colour, colour * 0.42, rim);
    pixel_colour = vec4(colour * cover, cover);
}
