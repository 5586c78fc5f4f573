// Transmittance of each colour over a unit of path length, by kind: the first two are plain water.
vec3 transmission(uint kind) {
    return kind == 0u ? vec3(0.10, 0.52, 0.76) : kind == 1u ? vec3(0.06, 0.44, 0.82) : palette(kind);
}
