// What light keeps of each colour on its way through some depth of a kind: the first two are plain water.
vec3 water(uint kind) {
    return kind == 0u ? vec3(0.06, 0.50, 0.76) : kind == 1u ? vec3(0.04, 0.42, 0.84) : palette(kind);
}
