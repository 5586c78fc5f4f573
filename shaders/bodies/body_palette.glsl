// The paints of rigid bodies, by their kind.
vec3 paint(int kind) {
    const vec3 pots[6] = vec3[6](vec3(0.91, 0.36, 0.27), vec3(0.97, 0.74, 0.24), vec3(0.95, 0.89, 0.78),
                                 vec3(0.74, 0.30, 0.52), vec3(0.97, 0.55, 0.22), vec3(0.36, 0.39, 0.47));
    return pots[kind % 6];
}
