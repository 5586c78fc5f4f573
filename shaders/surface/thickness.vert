#version 300 es
// A point sprite for each particle, for the splat of the light that it absorbs.
#include "common/particle.glsl"
#include "common/view_position.glsl"
#include "common/colour_map_coord.glsl"
#include "common/tank_bounds.glsl"
#include "surface/spray_radius.glsl"
uniform vec3 transmissions[7];  // of the kinds, over a unit of path length
uniform float radius;       // of the splat
uniform float texels;       // per pixel
uniform float path_length;  // through the middle of a splat
uniform sampler2D colour_map;
uniform bool has_bodies;    // bodies may hide particles
uniform highp sampler2D scene_depth;
uniform vec2 scene_depth_terms;
uniform mat4 world_to_canvas;
flat out vec4 amount;  // absorption over the path, and its length

void main() {
    vec3 position = view_position(vec3(x, y, z));
    gl_Position = clip_position();
    float radius_scale = spray_radius_scale();
    gl_PointSize = max(sprite_size(position, radius_scale * radius) * texels, 2.0);
    if (-position.z < 1.5 * radius) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    if (has_bodies) {
        vec4 clip = world_to_canvas * vec4(x, y, z, 1.0);
        float body = scene_depth_terms.y / (2.0 * texture(scene_depth, 0.5 + 0.5 * clip.xy / clip.w).r - 1.0 + scene_depth_terms.x);
        if (body < -position.z) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    }
    vec3 colour = colour_by == 0 ? transmissions[min(kind, 6u)] : texture(colour_map, colour_map_coord(colour_value())).rgb;
    amount = vec4(-log(clamp(colour, 0.03, 0.97)), 1.0) * path_length / radius_scale;
    // Fluid ends at the glass, but a splat extends beyond it. Beside a pane that is seen edge-on the amount is increased,
    // to compensate for the part of the splat outside.
    vec3 gap = pane_distance(vec3(x, y, z)), aside = 1.0 - back * back;
    amount *= 1.0 + dot(aside, 1.0 - smoothstep(0.25 * radius, 0.9 * radius, gap));
}
