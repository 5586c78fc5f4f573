#version 300 es
// A disc with a softened rim, shaded like a small bead where it is large enough to show it.
precision highp float;
uniform float radius;
flat in vec3 colour;
out vec4 pixel;

void main() {
    vec2 from = (gl_PointCoord - 0.5) * (2.0 * radius + 1.5);  // device pixels, y down
    float gap = radius - length(from);
    // A disc smaller than a pixel keeps its share of it.
    float cover = clamp(gap + 0.5, 0.0, 1.0) * min(1.0, 4.0 * radius * radius);
    if (cover <= 0.0) discard;
    float height = sqrt(max(0.0, 1.0 - dot(from, from) / (radius * radius)));
    vec3 normal = vec3(from / radius, height);
    float light = dot(normal, vec3(-0.42, -0.56, 0.714));
    float relief = smoothstep(1.5, 4.0, radius);
    vec3 lit = colour * (1.0 + relief * 0.30 * (light - 0.72));
    lit += relief * 0.22 * smoothstep(0.90, 1.0, light);
    pixel = vec4(lit * cover, cover);
}
