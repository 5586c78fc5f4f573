// The depth at which the ray of a pixel enters a particle, stored in the depth buffer.
#include "common/tank_ray.glsl"
#include "surface/depth_range.glsl"

// The particle covers the depths nearest -+ half_chord of the ray. Writes the smallest of them inside the tank. Few
// particles are cut by the glass: the others are spared its intersection with the ray.
void write_depth(vec3 ray, float nearest, float half_chord, bool is_cut) {
    float hit = nearest - half_chord;
    if (is_cut) {
        vec2 inside = tank_interval(world_direction(ray));
        hit = max(hit, inside.x);
        if (hit > min(nearest + half_chord, inside.y)) discard;
    }
    gl_FragDepth = stored_depth(hit);
}
