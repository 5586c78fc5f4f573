// The default environment: a bright sky above, a ground below, one key light. Display colours (sRGB).
const vec3 light_colour = vec3(1.0, 0.985, 0.95);
const vec3 air_low = vec3(0.93, 0.97, 1.0), air_high = vec3(0.36, 0.62, 0.93);
const vec3 ground_far = vec3(0.78, 0.86, 0.92), ground_near = vec3(0.45, 0.60, 0.74);

// Radiance from a world direction, without the key light.
vec3 sky(vec3 direction) {
    vec3 air = mix(air_low, air_high, smoothstep(0.05, 0.75, direction.y));
    vec3 ground = mix(ground_far, ground_near, smoothstep(0.0, -0.8, direction.y));
    return mix(ground, air, smoothstep(-0.15, 0.10, direction.y));
}

// Irradiance of a matt surface: hemisphere light, and Lambert's term of the key light.
vec3 diffuse_irradiance(float upwards, float n_dot_l) {
    vec3 ambient = mix(0.42 * ground_far, 0.5 * air_low, 0.5 + 0.5 * upwards);
    return ambient + 0.60 * max(n_dot_l, 0.0) * light_colour;
}
