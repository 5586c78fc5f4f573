#version 300 es
// How much of a pixel spray, foam and bubbles cover, before and behind a surface: red, green and blue.
precision highp float;
#include "foam.glsl"
uniform highp sampler2D surface;  // red: depth of the surface as seen from the eye, very far where there is none
uniform float radius;             // of the fluid's particles
in float shown;
in float strength;
in float eye_depth;
out vec4 pixel;

void main() {
    float behind = (eye_depth - texelFetch(surface, ivec2(gl_FragCoord.xy), 0).r) / radius;
    // Spray is hidden by the surface, foam lies on it, bubbles fade with the water above them.
    vec3 seen = vec3(1.0 - smoothstep(1.0, 3.0, behind), 1.0 - smoothstep(2.0, 6.0, behind), 1.0 / (1.0 + 0.12 * max(behind, 0.0)));
    pixel = vec4(foam_cover(shown, 2.0 * gl_PointCoord - 1.0) * strength * seen, 0.0);
}
