#version 300 es
// The floor of a 3D scene: tiles that fade into the page, the contact shadow of the tank, and the shadows of fluid and
// bodies from the key light.
precision highp float;
#include "tank/backdrop.glsl"
uniform vec2 half_size;     // of the container's floor
uniform vec2 quad_half;     // of the quad
uniform vec2 middle;        // world x, z of the quad's centre
uniform float margin;       // reach of the contact shadow around the container's floor
uniform float map_half;     // half the side of the square that the shadow texture covers
uniform bool round;
uniform float opacity;      // 0 for an eye below the floor
uniform float contact;      // strength of the contact shadow: 1 with the container at rest, less when it is lifted
uniform vec3 fluid_light;   // colour of the light that the fluid lets through
uniform bool clear_fluid;   // the fluid focuses light on the floor (caustics)
uniform float tile;         // side of a tile; 0: no tiles, only shadows
uniform vec2 canvas;        // size, device pixels
uniform float rim;          // device pixels: within this of the canvas's edges the tiles fade into the page; 0: nowhere
uniform sampler2D shadow;   // r: of the fluid; g: caustics; b: of bodies
in vec2 coord;
out vec4 pixel;

// Fraction of an interval of `width` around x that lies in the joints, which are centred at integers.
float joint_fraction(float x, float width, float joint) {
    vec2 ends = x + 0.5 * joint + 0.5 * width * vec2(-1.0, 1.0);
    vec2 covered = floor(ends) * joint + min(fract(ends), joint);
    return (covered.y - covered.x) / width;
}

// Colour of the tiles: averaged exactly over the pixel, so that distant joints neither flicker nor form a moire pattern.
vec3 tiles(vec2 position) {
    vec2 at = position / tile, pixel_size = max(fwidth(at), 1e-4);
    const float joint = 0.035;
    float joints = 1.0 - (1.0 - joint_fraction(at.x, pixel_size.x, joint)) * (1.0 - joint_fraction(at.y, pixel_size.y, joint));
    // Every tile has its own brightness, as ceramic has.
    vec2 cell = floor(at + 0.5 * joint);
    float tone = fract(sin(dot(cell, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
    float resolved = 1.0 - smoothstep(0.2, 0.7, max(pixel_size.x, pixel_size.y));
    return floor_colour() * (1.0 + 0.05 * tone * resolved) * mix(1.0, mix(0.78, 1.5, dark), joints);
}

void main() {
    vec2 position = coord * quad_half;
    vec2 beyond = abs(position) - half_size;
    float box = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0);
    float ball = length(position) - 0.25 * half_size.x;
    float distance = max(round ? ball : box, 0.0) / margin;
    // Shadows fade before the shadow texture ends.
    float edge = smoothstep(1.0, 0.45, distance);
    float tank = contact * edge * (0.17 * exp(-distance * 9.0) + 0.055 * exp(-distance * 2.6));
    if (!round && box < 0.0) tank *= 0.35;
    // The quad's v axis is the world's -z.
    vec3 shade = texture(shadow, vec2(position.x, -position.y) / (2.0 * map_half) + 0.5).rgb;
    shade = vec3(shade.r * edge, mix(0.5, shade.g, edge), shade.b * edge);
    const vec3 dim = vec3(0.05, 0.06, 0.16);
    vec3 colour = dim;
    float dark = max(tank, 0.34 * shade.r);
    if (clear_fluid) {
        float light = shade.g - 0.5;
        dark = clamp(max(tank, 0.55 * shade.r) - 0.5 * shade.r * light, 0.0, 1.0);
        colour = mix(dim, fluid_light + max(light, 0.0) * light_colour, smoothstep(0.0, 0.3, shade.r));
    }
    colour = mix(colour, dim, 0.6 * shade.b);
    dark += (0.5 - 0.5 * dark) * shade.b;
    pixel = vec4(min(colour, 1.0) * dark, dark);
    if (tile > 0.0) {
        float cover = 1.0 - smoothstep(0.40, 1.0, length(coord));
        vec2 inside = smoothstep(-1.0, rim, min(gl_FragCoord.xy, canvas - gl_FragCoord.xy));
        cover *= inside.x * inside.y;
        vec3 ground = tiles(vec2(position.x, -position.y) + middle);
        pixel += vec4(ground, 1.0) * cover * (1.0 - pixel.a);
    }
    pixel *= opacity;
}
