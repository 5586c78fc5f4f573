// What a mirror would show of the surroundings: a bright room with a wide window above and behind, a floor below.
vec3 sky(vec3 way) {
    float up = way.y;
    vec3 air = mix(vec3(0.86, 0.92, 0.97), vec3(0.42, 0.63, 0.88), smoothstep(0.0, 0.9, up));
    vec3 ground = mix(vec3(0.62, 0.69, 0.76), vec3(0.30, 0.38, 0.48), smoothstep(0.0, -0.7, up));
    return mix(ground, air, smoothstep(-0.12, 0.10, up));
}
