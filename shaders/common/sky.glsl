// The bright room that all stands in: its one lamp, a wide window above and behind, a floor below. Display colours.
const vec3 lamp = vec3(1.0, 0.985, 0.95);
const vec3 air_low = vec3(0.93, 0.97, 1.0), air_high = vec3(0.36, 0.62, 0.93);
const vec3 ground_far = vec3(0.78, 0.86, 0.92), ground_near = vec3(0.45, 0.60, 0.74);

// What a mirror would show of it; world direction.
vec3 sky(vec3 way) {
    vec3 air = mix(air_low, air_high, smoothstep(0.05, 0.75, way.y));
    vec3 ground = mix(ground_far, ground_near, smoothstep(0.0, -0.8, way.y));
    return mix(ground, air, smoothstep(-0.15, 0.10, way.y));
}

// What falls on a matt surface: from all around, and from the lamp as far as it faces that.
vec3 room_light(float upwards, float facing_lamp) {
    vec3 around = mix(0.42 * ground_far, 0.5 * air_low, 0.5 + 0.5 * upwards);
    return around + 0.60 * max(facing_lamp, 0.0) * lamp;
}
