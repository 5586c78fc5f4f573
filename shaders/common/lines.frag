#version 300 es
// Coverage by the distance from the line, which has round caps.
precision highp float;
in vec4 line_coord;
in vec4 tint;
out vec4 pixel;

void main() {
    float beyond = max(max(-line_coord.z, line_coord.z - line_coord.w), 0.0);
    float distance = length(vec2(line_coord.x, beyond));
    pixel = tint * clamp(line_coord.y + 0.5 - distance, 0.0, 1.0);
}
