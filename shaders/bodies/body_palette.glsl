// The colours of rigid bodies, by kind.
vec3 body_palette(int kind) {
    const vec3 colours[6] = vec3[6](vec3(0.91, 0.36, 0.27), vec3(0.97, 0.74, 0.24), vec3(0.95, 0.89, 0.78),
                                 vec3(0.74, 0.30, 0.52), vec3(0.97, 0.55, 0.22), vec3(0.36, 0.39, 0.47));
    return colours[kind % 6];
}
