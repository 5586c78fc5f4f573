#version 300 es
// A face of a grid cell, with a thin outline if it is large enough on the screen.
precision highp float;
in vec2 face_coord;
in vec4 colour;
out vec4 pixel;

void main() {
    vec2 a_pixel = max(fwidth(face_coord), 1e-6);
    vec2 distance = min(face_coord, 1.0 - face_coord) / a_pixel;
    float line = 1.0 - smoothstep(0.3, 1.2, min(distance.x, distance.y));
    float large = 1.0 - smoothstep(0.15, 0.4, max(a_pixel.x, a_pixel.y));
    pixel = vec4(mix(colour.rgb, vec3(0.10, 0.12, 0.22), 0.5 * line * large), 1.0);
}
