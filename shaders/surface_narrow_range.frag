#version 300 es
// Smooths depths along one direction by the narrow-range filter: what is far in front is left out with its
// opposite, what is far behind counts as a little behind (Truong and Yuksel, I3D 2018).
precision highp float;
precision highp sampler2D;
#include "surface_field.glsl"
uniform ivec2 along;
uniform float reach;   // world
uniform float narrow;  // world: how much nearer or further still is the same surface
uniform float step_back;
uniform float most_taps;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float kept = stored(at);
    if (kept >= nothing) discard;
    float own = distance_of(kept), pixels = reach * focal / own;
    float taps = min(ceil(pixels), most_taps), stride = max(pixels / taps, 1.0), fall = -2.0 / (pixels * pixels);
    float low = own - narrow, high = own + narrow, sum = own, weights = 1.0;
    for (float k = 1.0; k <= taps; k++) {
        float away = floor(k * stride + 0.5);
        ivec2 by = along * int(away);
        vec2 pair = vec2(distance_of(stored(at + by)), distance_of(stored(at - by)));
        if (min(pair.x, pair.y) < low) continue;
        float weight = exp(fall * away * away);
        bvec2 same = lessThanEqual(pair, vec2(high));
        sum += weight * ((same.x ? pair.x : own + step_back) + (same.y ? pair.y : own + step_back));
        weights += 2.0 * weight;
        // A slope goes on being one surface.
        low = min(low, min(pair.x, pair.y) - narrow);
        high = max(high, max(same.x ? pair.x : own, same.y ? pair.y : own) + narrow);
    }
    gl_FragDepth = (sum / weights - span.x) / span.y;
}
