// The default environment, a room: a window on the left, a soft box above, a pale floor. Display colours (sRGB).
const vec3 light_colour = vec3(1.0, 0.985, 0.95);
const vec3 air_low = vec3(0.93, 0.97, 1.0), air_high = vec3(0.36, 0.62, 0.93);
const vec3 ground_far = vec3(0.78, 0.86, 0.92), ground_near = vec3(0.45, 0.60, 0.74);
uniform float dark;  // 0 to 1: the page is dark, so is the room

// 1 inside a rectangle of half extents `half_size`, with a soft border.
float rectangle(vec2 at, vec2 half_size, float border) {
    vec2 inside = smoothstep(-border, border, half_size - abs(at));
    return inside.x * inside.y;
}

// Radiance from a world direction, without the key light. `spread`: angle covered by a pixel, radians.
vec3 sky(vec3 direction, float spread) {
    vec3 air = mix(air_low, air_high, smoothstep(0.05, 0.75, direction.y));
    vec3 ground = mix(ground_far, ground_near, smoothstep(0.0, -0.8, direction.y));
    vec3 radiance = mix(ground, air, smoothstep(-0.15, 0.10, direction.y)) * (1.0 - 0.6 * dark);
    float border = 0.03 + spread;
    // The window: on a plane at distance 1, in front on the left, with a cross of bars.
    const vec3 towards = vec3(-0.8, 0.0, 0.6), aside = vec3(0.6, 0.0, 0.8);
    float ahead = dot(direction, towards);
    if (ahead > 0.0) {
        vec2 at = vec2(dot(direction, aside), direction.y) / ahead - vec2(0.0, 0.62);
        float panes = rectangle(at, vec2(0.42, 0.40), border) * (1.0 - 0.7 * max(rectangle(at, vec2(0.02, 1.0), border), rectangle(at, vec2(1.0, 0.02), border)));
        radiance += 0.9 * panes * light_colour;
    }
    // The soft box: above, behind the centre.
    if (direction.y > 0.0) radiance += 0.5 * rectangle(direction.xz / direction.y - vec2(0.25, -0.45), vec2(0.55, 0.30), 2.0 * border);
    return radiance;
}

// Irradiance of a matt surface: hemisphere light, and Lambert's term of the key light.
vec3 diffuse_irradiance(float upwards, float n_dot_l) {
    vec3 ambient = mix(0.42 * ground_far, 0.5 * air_low, 0.5 + 0.5 * upwards);
    return ambient + 0.60 * max(n_dot_l, 0.0) * light_colour;
}
