#version 300 es
// An antialiased disc. Large discs are shaded as beads; colours of values are not shaded, but have a dark rim that
// separates neighbours.
precision highp float;
precision highp int;
uniform float radius;
uniform int colour_by;
flat in vec3 colour;
out vec4 pixel;

void main() {
    vec2 from = (gl_PointCoord - 0.5) * (2.0 * radius + 1.0);  // device pixels, y down
    float gap = radius - length(from);
    // A disc smaller than a pixel has the coverage of its area.
    float cover = clamp(gap + 0.5, 0.0, 1.0) * min(1.0, 4.0 * radius * radius);
    if (cover <= 0.0) discard;
    float relief = smoothstep(1.5, 4.0, radius);
    if (relief <= 0.0) {  // too small for shading
        pixel = vec4(min(colour, 1.0) * cover, cover);
        return;
    }
    if (colour_by != 0) {
        float rim = 1.0 - smoothstep(0.5, 0.5 + 0.16 * radius, gap);
        pixel = vec4(colour * (1.0 - 0.35 * relief * rim) * cover, cover);
        return;
    }
    vec3 normal = vec3(from / radius, sqrt(max(0.0, 1.0 - dot(from, from) / (radius * radius))));
    float light = dot(normal, vec3(-0.42, -0.56, 0.714)), edge = 1.0 - normal.z;
    vec3 lit = colour * (1.0 + relief * (0.34 * (light - 0.72) + 0.30 * edge * edge * max(-light, 0.0)));
    lit += relief * (0.10 * smoothstep(0.55, 1.0, light) + 0.26 * smoothstep(0.93, 1.0, light));
    pixel = vec4(min(lit, 1.0) * cover, cover);
}
