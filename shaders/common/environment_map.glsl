// Reflections of the environment: an equirectangular image from the page, or the default sky.
#include "common/sky.glsl"
uniform sampler2D environment;  // equirectangular, -z in the middle
uniform bool has_environment;   // false: the sky

// `spread`: angle covered by a pixel, radians; selects the mipmap.
vec3 sample_environment(vec3 direction, float spread) {
    if (!has_environment) return sky(direction, spread);
    vec2 at = vec2(0.5 + atan(direction.x, -direction.z) / 6.2831853, acos(clamp(direction.y, -1.0, 1.0)) / 3.1415927);
    float texels = max(spread, 0.01) * float(textureSize(environment, 0).x) / 6.2831853;
    return textureLod(environment, at, log2(max(texels, 1.0))).rgb;
}
