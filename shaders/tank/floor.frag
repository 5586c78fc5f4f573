#version 300 es
// The floor of a 3D scene: the contact shadow of the tank, and the shadows of fluid and bodies from the key light.
precision highp float;
#include "common/sky.glsl"
uniform vec2 half_size;    // of the container's floor
uniform float margin;      // of the quad around the container's floor
uniform float map_half;    // half the side of the square that the shadow texture covers
uniform bool round;
uniform float opacity;     // 0 for an eye below the floor
uniform float contact;     // strength of the contact shadow: 1 with the container at rest, less when it is lifted
uniform bool clear_fluid;  // the fluid focuses light on the floor (caustics)
uniform sampler2D shadow;  // r: of the fluid; g: caustics; b: of bodies
in vec2 coord;
out vec4 pixel;

void main() {
    vec2 position = coord * (half_size + margin);
    vec2 beyond = abs(position) - half_size;
    float box = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0);
    float ball = length(position) - 0.25 * half_size.x;
    float distance = max(round ? ball : box, 0.0) / margin;
    // The fade ends inside the quad, so that the edges of the quad are not visible.
    float edge = smoothstep(1.0, 0.45, distance);
    float tank = contact * edge * (0.17 * exp(-distance * 9.0) + 0.055 * exp(-distance * 2.6));
    if (!round && box < 0.0) tank *= 0.35;
    // The quad's v axis is the world's -z.
    vec3 shade = texture(shadow, vec2(position.x, -position.y) / (2.0 * map_half) + 0.5).rgb * vec3(edge, 1.0, edge);
    const vec3 dim = vec3(0.05, 0.06, 0.16);
    vec3 colour = dim;
    float dark = max(tank, 0.34 * shade.r);
    if (clear_fluid) {
        float light = shade.g - 0.5;
        dark = clamp(max(tank, 0.55 * shade.r) - 0.5 * shade.r * light, 0.0, 1.0);
        colour = mix(dim, vec3(0.10, 0.42, 0.55) + max(light, 0.0) * light_colour, smoothstep(0.0, 0.3, shade.r));
    }
    colour = mix(colour, dim, 0.6 * shade.b);
    dark += (0.5 - 0.5 * dark) * shade.b;
    pixel = vec4(min(colour, 1.0) * dark, dark) * opacity;
}
