// What a mirror shows of the surroundings: an image that the page gives, or the sky.
#include "common/sky.glsl"
uniform sampler2D surroundings;  // as a map of the globe is, -z in its middle
uniform bool surrounded;         // else it is the sky

// `wide`: how much of it a pixel mirrors, radians.
vec3 mirrored(vec3 way, float wide) {
    if (!surrounded) return sky(way);
    vec2 at = vec2(0.5 + atan(way.x, -way.z) / 6.2831853, acos(clamp(way.y, -1.0, 1.0)) / 3.1415927);
    float texels = max(wide, 0.01) * float(textureSize(surroundings, 0).x) / 6.2831853;
    return textureLod(surroundings, at, log2(max(texels, 1.0))).rgb;
}
