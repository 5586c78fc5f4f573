#version 300 es
// Glyphs and filled areas of the panel.
precision mediump float;
uniform sampler2D glyphs;
in vec2 coord;
in vec4 tint;
out vec4 pixel;

void main() {
    vec4 colour = tint * texture(glyphs, coord);
    pixel = vec4(colour.rgb * colour.a, colour.a);
}
