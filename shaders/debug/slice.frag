#version 300 es
// The cells of a slice through a grid, with thin lines between them where they are large enough.
precision highp float;
uniform sampler2D colours;  // a texel a cell
uniform vec2 cells;         // how many
uniform bool air;           // draws what is not opaque, else what is
in vec2 place;
out vec4 pixel;

void main() {
    vec2 at = (0.5 + 0.5 * place) * cells;
    vec2 a_pixel = max(fwidth(at), 1e-6);
    vec4 colour = texelFetch(colours, ivec2(clamp(at, vec2(0.0), cells - 0.5)), 0);
    if ((colour.a < 1.0) != air) discard;
    vec2 away = (0.5 - abs(fract(at) - 0.5)) / a_pixel;
    float line = 1.0 - smoothstep(0.3, 1.0, min(away.x, away.y));
    float large = 1.0 - smoothstep(0.1, 0.3, max(a_pixel.x, a_pixel.y));
    colour.rgb = mix(colour.rgb, vec3(0.10, 0.12, 0.22), 0.45 * line * large);
    pixel = vec4(colour.rgb * colour.a, colour.a);
}
