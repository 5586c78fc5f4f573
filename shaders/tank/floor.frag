#version 300 es
// The floor: the tank's own soft shadow around it, and where the lamp puts them those of the fluid and of bodies.
precision highp float;
#include "common/sky.glsl"
uniform vec2 half_size;    // of the container's floor
uniform float margin;      // how much further the quad reaches
uniform float reach;       // half a side of the square that the shadow covers
uniform bool round;
uniform float shown;       // 0 where the eye is below
uniform float near;        // 1 with the container in its place, less when it is lifted
uniform bool clear;        // the fluid gathers light on the floor
uniform sampler2D shadow;  // of the fluid; light gathered; of bodies
in vec2 place;
out vec4 pixel;

void main() {
    vec2 at = place * (half_size + margin);
    vec2 beyond = abs(at) - half_size;
    float box = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0);
    float ball = length(at) - 0.25 * half_size.x;
    float away = max(round ? ball : box, 0.0) / margin;
    // Further out it is gone, whatever the shape of the quad.
    float edge = smoothstep(1.0, 0.45, away);
    float tank = near * edge * (0.17 * exp(-away * 9.0) + 0.055 * exp(-away * 2.6));
    if (!round && box < 0.0) tank *= 0.35;
    // The world's z goes downwards in the quad.
    vec3 shade = texture(shadow, vec2(at.x, -at.y) / (2.0 * reach) + 0.5).rgb * vec3(edge, 1.0, edge);
    const vec3 dim = vec3(0.05, 0.06, 0.16);
    vec3 colour = dim;
    float dark = max(tank, 0.34 * shade.r);
    if (clear) {
        float light = shade.g - 0.5;
        dark = clamp(max(tank, 0.55 * shade.r) - 0.5 * shade.r * light, 0.0, 1.0);
        colour = mix(dim, vec3(0.10, 0.42, 0.55) + max(light, 0.0) * lamp, smoothstep(0.0, 0.3, shade.r));
    }
    colour = mix(colour, dim, 0.6 * shade.b);
    dark += (0.5 - 0.5 * dark) * shade.b;
    pixel = vec4(min(colour, 1.0) * dark, dark) * shown;
}
