#version 300 es
// The floor: the tank's own soft shadow around it, and inside the shadow of the fluid.
precision highp float;
uniform vec2 half_size;  // of the container's floor
uniform float margin;    // how much further the quad reaches
uniform bool round;
uniform float shown;     // 0 where the eye is below
uniform float near;      // 1 with the container in its place, less when it is lifted
uniform bool clear;      // the fluid gathers light on the floor
uniform sampler2D fluid;
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
    bool inside = beyond.x < 0.0 && beyond.y < 0.0;
    float water = inside || round ? texture(fluid, vec2(at.x, at.y) / (2.0 * half_size) + 0.5).r : 0.0;
    if (round) water *= smoothstep(0.0, 0.3, 1.0 - length(at) / half_size.x);
    else if (inside) tank *= 0.35;
    float dark = max(tank, 0.34 * water);
    vec3 colour = vec3(0.05, 0.06, 0.16);
    if (clear && water > 0.0) {
        float light = texture(fluid, at / (2.0 * half_size) + 0.5).g - 0.5;
        dark = clamp(max(tank, 0.55 * water) - 0.5 * water * light, 0.0, 1.0);
        colour = mix(colour, vec3(0.10, 0.42, 0.55) + max(light, 0.0), smoothstep(0.0, 0.3, water));
    }
    pixel = vec4(min(colour, 1.0) * dark, dark) * shown;
}
