// Bridges between near particles, as metaballs have them: they close the gaps of thin sheets and fill the notches between
// the bumps of an outline.
#include "common/tank_ray.glsl"
#include "surface/thickness.glsl"
uniform float sphere_radius;  // world
uniform float lone_path;      // path length at the outline of a lone particle

float path_at(vec2 texel) {
    return thickness_at(texel).w;
}

// Whether the fluid at a depth reaches a texel that no sphere covers. The path through it is longer than at the outline of a
// lone particle, and varies little: at the outline of a drop, of a jet and of thick water it falls steeply, so that none grows.
bool is_bridged(vec2 texel, float distance) {
    vec2 reach = vec2(sphere_radius * focal / distance, 0.0);
    vec2 slope = vec2(path_at(texel + reach) - path_at(texel - reach), path_at(texel + reach.yx) - path_at(texel - reach.yx));
    return path_at(texel) > max(lone_path, 0.55 * length(slope));
}

// A depth inside the tank, on the ray of a texel; 0 where the ray misses the tank.
float depth_in_tank(vec2 texel, float distance) {
    vec2 inside = tank_interval(world_direction(view_ray(texel)));
    return inside.x < inside.y ? clamp(distance, inside.x, inside.y) : 0.0;
}
