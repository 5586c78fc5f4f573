#version 300 es
// Smooths depths along one direction: the closer in the picture and in depth, the more another one counts.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
uniform ivec2 along;
uniform float reach;   // world
uniform float narrow;  // world: a standard deviation of depth
uniform float most_taps;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float kept = stored(at);
    if (kept >= nothing) discard;
    float own = distance_of(kept), pixels = reach * focal / own;
    float taps = min(ceil(pixels), most_taps), stride = max(pixels / taps, 1.0), fall = -2.0 / (pixels * pixels);
    float sharp = -0.5 / (narrow * narrow), sum = own, weights = 1.0;
    for (float k = -taps; k <= taps; k++) {
        float away = sign(k) * floor(abs(k) * stride + 0.5);
        float other = distance_of(stored(at + along * int(away))), gap = other - own;
        float weight = k == 0.0 ? 0.0 : exp(fall * away * away + sharp * gap * gap);
        sum += weight * other;
        weights += weight;
    }
    gl_FragDepth = (sum / weights - span.x) / span.y;
}
