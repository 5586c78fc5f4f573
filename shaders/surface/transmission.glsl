// Transmittance of each colour over a unit of path length, by kind: the first two are plain water.
vec3 transmission(uint kind) {
    return kind == 0u ? vec3(0.06, 0.50, 0.76) : kind == 1u ? vec3(0.04, 0.42, 0.84) : palette(kind);
}
