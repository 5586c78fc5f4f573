#version 300 es
// Spray, foam and bubbles laid over the picture.
precision highp float;
#include "foam/foam.glsl"
uniform vec2 depths;  // where it begins to get darker, and where it is darkest
in float shown;
in float strength;
in float eye_depth;
out vec4 pixel;

void main() {
    vec3 cover = foam_cover(shown, 2.0 * gl_PointCoord - 1.0) * strength;
    float far = clamp((eye_depth - depths.x) / (depths.y - depths.x), 0.0, 1.0);
    pixel = foam_colour(cover, vec3(1.0 - 0.3 * far));
    if (pixel.a <= 0.0) discard;
}
