#version 300 es
// A pane of thin glass, hazier towards its rim.
precision highp float;
uniform vec2 size;   // half extents, world units
uniform bool round;
uniform vec3 tint;   // lighter where the pane faces the light
in vec2 coord;
out vec4 pixel;

void main() {
    vec2 inside = (1.0 - abs(coord)) * size;
    float distance = round ? (1.0 - length(coord)) * size.x : min(inside.x, inside.y);
    float soft = 0.12 * min(size.x, size.y);
    float alpha = 0.035 + 0.06 * exp(-max(distance, 0.0) / soft);
    if (round) alpha *= smoothstep(0.0, fwidth(distance), distance);
    pixel = vec4(tint, 1.0) * alpha;
}
