// Intersection of a view ray and the inside of the tank.
#include "common/tank_bounds.glsl"
#include "common/view_ray.glsl"

// Depths at which a ray of the world, one unit of depth long, enters and leaves the tank. A ray that misses has x > y, and
// passes the tank between these depths.
vec2 tank_interval(vec3 direction) {
    vec3 a = (tank_centre - tank_half - eye) / direction, b = (tank_centre + tank_half - eye) / direction;
    vec3 first = min(a, b), last = max(a, b);
    vec2 interval = vec2(max(max(first.x, first.y), first.z), min(min(last.x, last.y), last.z));
    if (tank_radius > 0.0) {
        vec3 from = tank_centre - eye;
        float square = dot(direction, direction), nearest = dot(direction, from) / square;
        vec3 aside = from - nearest * direction;
        float half_chord2 = (tank_radius * tank_radius - dot(aside, aside)) / square;
        interval = nearest + sqrt(abs(half_chord2)) * sign(half_chord2) * vec2(-1.0, 1.0);
    }
    return interval;
}

// Normal of the glass at a point on it, outwards.
vec3 glass_normal(vec3 position) {
    vec3 from = position - tank_centre, gap = pane_distance(position);
    if (tank_radius > 0.0) return normalize(from);
    return sign(from) * vec3(lessThanEqual(gap, vec3(min(min(gap.x, gap.y), gap.z))));
}
