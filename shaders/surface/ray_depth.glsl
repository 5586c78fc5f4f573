// The ray of a pixel, and the depth at which it enters a particle.
#include "common/tank_bounds.glsl"
uniform vec3 right, up, back;  // the camera's axes
uniform vec3 eye;
uniform float focal;
uniform vec2 principal_point;  // pixel of the camera's centre
uniform vec2 depth_range;      // distances: near, far - near

// The view ray of the pixel, with z = -1.
vec3 view_ray() {
    return vec3((gl_FragCoord.xy - principal_point) / focal, -1.0);
}

// The particle covers the depths nearest -+ half_chord of the ray. Writes the smallest of them inside the tank.
void write_depth(vec3 ray, float nearest, float half_chord) {
    vec3 direction = right * ray.x + up * ray.y - back;
    // Slab test of the ray and the tank.
    vec3 a = (tank_centre - eye - tank_half) / direction, b = (tank_centre - eye + tank_half) / direction;
    vec3 first = min(a, b), last = max(a, b);
    float t_enter = max(max(first.x, first.y), first.z), t_exit = min(min(last.x, last.y), last.z);
    float hit = max(nearest - half_chord, t_enter);
    if (hit > min(nearest + half_chord, t_exit)) discard;
    gl_FragDepth = (hit - depth_range.x) / depth_range.y;
}
