#version 300 es
// Covered by how far the pixel is from the line, with rounded ends.
precision highp float;
in vec4 place;
in vec4 tint;
out vec4 pixel;

void main() {
    float beyond = max(max(-place.z, place.z - place.w), 0.0);
    float away = length(vec2(place.x, beyond));
    pixel = tint * clamp(place.y + 0.5 - away, 0.0, 1.0);
}
