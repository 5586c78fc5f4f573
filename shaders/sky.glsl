// What a mirror would show of the surroundings: a bright room with a wide window above and behind, a floor below.
vec3 sky(vec3 way) {
    float up = way.y;
    vec3 air = mix(vec3(0.93, 0.97, 1.0), vec3(0.36, 0.62, 0.93), smoothstep(0.05, 0.75, up));
    vec3 ground = mix(vec3(0.78, 0.86, 0.92), vec3(0.45, 0.60, 0.74), smoothstep(0.0, -0.8, up));
    return mix(ground, air, smoothstep(-0.15, 0.10, up));
}
