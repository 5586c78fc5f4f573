#version 300 es
// A pane of thin glass, hazier towards its rim.
precision highp float;
uniform vec2 size;   // half of its sides
uniform bool round;
uniform vec3 tint;   // lighter where it faces the lamp
in vec2 place;
out vec4 pixel;

void main() {
    vec2 inside = (1.0 - abs(place)) * size;
    float away = round ? (1.0 - length(place)) * size.x : min(inside.x, inside.y);
    float soft = 0.12 * min(size.x, size.y);
    float alpha = 0.035 + 0.06 * exp(-max(away, 0.0) / soft);
    if (round) alpha *= smoothstep(0.0, fwidth(away), away);
    pixel = vec4(tint, 1.0) * alpha;
}
