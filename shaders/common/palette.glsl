// The colours of the kinds of fluid, sRGB: the same values as in render/common/kind_colours.h. The first three are those of
// the original blobs demo.
const vec3 indigo = vec3(46.0, 32.0, 103.0) / 255.0;
const vec3 blue = vec3(0.0, 125.0, 255.0) / 255.0;
const vec3 green = vec3(0.0, 230.0, 180.0) / 255.0;
const vec3 amber = vec3(247.0, 158.0, 27.0) / 255.0;
const vec3 coral = vec3(255.0, 90.0, 120.0) / 255.0;
const vec3 violet = vec3(190.0, 120.0, 255.0) / 255.0;
const vec3 lime = vec3(220.0, 245.0, 120.0) / 255.0;

vec3 palette(uint kind) {
    if (kind > 3u) return kind == 4u ? coral : kind == 5u ? violet : lime;
    return kind == 0u ? indigo : kind == 1u ? blue : kind == 2u ? green : amber;
}
