#version 300 es
// The container in 2D: tinted inside, a thin glass wall, a soft shadow below. For light and dark pages.
precision highp float;
#include "common/walls.glsl"
uniform vec3 to_world;  // world x, y of the canvas's lower left corner, world units per device pixel
uniform float dpr;
uniform vec3 glass_dark, glass_light, haze;  // of the wall where it is dark and light; of the inside
uniform float opacity;  // of the wall
out vec4 pixel;

vec4 over(vec4 top, vec4 below) {
    return top + below * (1.0 - top.a);
}

void main() {
    vec2 position = to_world.xy + gl_FragCoord.xy * to_world.z;
    float scale = 1.0 / (to_world.z * dpr);  // CSS pixels per world unit
    float distance = wall_distance(position) * scale;  // CSS pixels outside of the inner side of the glass
    const float thin = 0.05;
    if (distance < -80.0) {
        pixel = vec4(haze, 1.0) * thin;
        return;
    }
    float inside = clamp(0.5 - distance * dpr, 0.0, 1.0);

    const float thickness = 2.0;
    float ring = clamp((thickness - distance) * dpr + 0.5, 0.0, 1.0) - inside;
    float soft = min(min(wall.z, wall.w) * scale / 160.0, 1.0);  // a small canvas has a small margin: its edge would cut the shadow
    float below = wall_distance(position + vec2(0.0, 5.0 * soft / scale)) * scale - thickness;
    float shadow = 0.16 * exp(-max(below, 0.0) / (9.0 * soft)) * (1.0 - inside - ring);

    float tint = inside * (thin + 0.10 * exp(distance / 14.0));
    float shine = 0.5 + 0.5 * dot(normalize(position - wall.xy + 1e-6), vec2(-0.45, 0.89));
    vec4 glass = vec4(mix(glass_dark, glass_light, shine), 1.0) * ring * opacity;
    pixel = over(glass, vec4(haze, 1.0) * tint) + vec4(0.05, 0.06, 0.14, 1.0) * shadow;
}
