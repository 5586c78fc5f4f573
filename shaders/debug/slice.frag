#version 300 es
// The cells of a slice through a grid, with thin lines between cells that are large enough on the screen.
precision highp float;
uniform sampler2D colours;  // one texel per cell
uniform vec2 cells;         // numbers of cells
uniform bool air;           // true: draws the transparent cells; false: the opaque ones
in vec2 coord;
out vec4 pixel;

void main() {
    vec2 cell = (0.5 + 0.5 * coord) * cells;
    vec2 a_pixel = max(fwidth(cell), 1e-6);
    vec4 colour = texelFetch(colours, ivec2(clamp(cell, vec2(0.0), cells - 0.5)), 0);
    if ((colour.a < 1.0) != air) discard;
    vec2 distance = (0.5 - abs(fract(cell) - 0.5)) / a_pixel;
    float line = 1.0 - smoothstep(0.3, 1.0, min(distance.x, distance.y));
    float large = 1.0 - smoothstep(0.1, 0.3, max(a_pixel.x, a_pixel.y));
    colour.rgb = mix(colour.rgb, vec3(0.10, 0.12, 0.22), 0.45 * line * large);
    pixel = vec4(colour.rgb * colour.a, colour.a);
}
