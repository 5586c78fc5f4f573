#version 300 es
// A particle becomes a soft splat of the light that it takes away.
#include "common/particle.glsl"
#include "common/view_position.glsl"
#include "common/palette.glsl"
#include "surface/transmission.glsl"
#include "common/tank_bounds.glsl"
#include "surface/spray_radius.glsl"
uniform float radius;   // of the splat
uniform float texels;   // a pixel
uniform float through;  // the length of the way through a splat's middle
uniform sampler2D colour_map;
uniform bool hidden;                   // some may be, by bodies
uniform highp sampler2D scene_depth;
uniform vec2 scene_terms;
uniform mat4 world_to_canvas;
flat out vec4 amount;  // absorption along that length, and the length

void main() {
    vec3 at = eye_point(vec3(x, y, z));
    gl_Position = clip_position();
    float share = drop_share();
    gl_PointSize = max(sprite_size(at, share * radius) * texels, 2.0);
    if (-at.z < 1.5 * radius) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    if (hidden) {
        vec4 seen = world_to_canvas * vec4(x, y, z, 1.0);
        float before = scene_terms.y / (2.0 * texture(scene_depth, 0.5 + 0.5 * seen.xy / seen.w).r - 1.0 + scene_terms.x);
        if (before < -at.z) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    }
    vec3 colour = colour_by == 0 ? water(kind) : texture(colour_map, map_place(shown_value())).rgb;
    amount = vec4(-log(clamp(colour, 0.03, 0.97)), 1.0) * through / share;
    // What would lie beyond the glass, as seen across it, lies before it.
    vec3 free = room_half - abs(vec3(x, y, z) - room_middle), aside = 1.0 - back * back;
    amount *= 1.0 + dot(aside, 1.0 - smoothstep(0.25 * radius, 0.9 * radius, free));
}
