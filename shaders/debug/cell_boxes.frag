#version 300 es
// A side of a box, with a thin line around it where it is large enough.
precision highp float;
in vec2 place;
in vec4 colour;
out vec4 pixel;

void main() {
    vec2 a_pixel = max(fwidth(place), 1e-6);
    vec2 away = min(place, 1.0 - place) / a_pixel;
    float line = 1.0 - smoothstep(0.3, 1.2, min(away.x, away.y));
    float large = 1.0 - smoothstep(0.15, 0.4, max(a_pixel.x, a_pixel.y));
    pixel = vec4(mix(colour.rgb, vec3(0.10, 0.12, 0.22), 0.5 * line * large), 1.0);
}
