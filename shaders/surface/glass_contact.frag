#version 300 es
// Adds the contribution of one particle to the fraction of fluid around the point at which the ray enters the tank: the
// kernel (1 - (d/radius)^2)^2, divided by its integral over the part inside the tank.
precision highp float;
#include "common/tank_ray.glsl"
uniform float radius;  // of the kernel
uniform float amount;  // volume of a particle over the kernel's integral
uniform float texels;  // per pixel
flat in vec3 particle;
out vec4 contact;

// Integral of the kernel over the part with a coordinate less than t radii from the centre.
vec3 part_below(vec3 t) {
    t = clamp(t, -1.0, 1.0);
    vec3 t2 = t * t;
    return 0.5 + 35.0 / 32.0 * t * (1.0 - t2 * (1.0 - t2 * (0.6 - t2 / 7.0)));
}

void main() {
    vec3 direction = world_direction(view_ray(gl_FragCoord.xy / texels));
    vec2 inside = tank_interval(direction);
    // Beside the tank the field continues at the closest point of it, so that it does not fall off towards the outline, and
    // the part inside is never empty.
    vec3 point = eye + direction * (inside.x < inside.y ? inside.x : 0.5 * (inside.x + inside.y));
    point = tank_centre + clamp(point - tank_centre, -tank_half, tank_half);
    vec3 from = (particle - point) / radius, at = (point - tank_centre) / radius, half_size = tank_half / radius;
    float weight = max(1.0 - dot(from, from), 0.0);
    vec3 part = part_below(half_size - at) - part_below(-half_size - at);
    // The smaller the part, the fewer particles it holds, and they keep a distance from each pane: weighted up beside edges,
    // most above the floor, so that single gaps between particles do not count as dry and the waterline stays straight.
    float boost = part.y * pow(2.0 * part.x * part.z, 1.5);
    contact = vec4(amount * weight * weight / (tank_radius > 0.0 ? 0.5 : part.x * part.y * part.z * boost));
}
