#version 300 es
// Smooths depths along one direction by the narrow-range filter: what is far in front is left out, what is far behind
// counts as a little behind (Truong and Yuksel, I3D 2018). A weighted line is laid through what counts: where a drop
// hides one side, the other keeps the slope.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
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
    float taps = min(ceil(pixels), most_taps), stride = max(pixels / taps, 1.0);
    // Of distances behind the own one; sums of weights by the zeroth to second power of the way, and of their products.
    float low = -narrow, high = narrow;
    vec3 weights = vec3(1.0, 0.0, 0.0);
    vec2 sums = vec2(0.0);
    for (float k = 1.0; k <= taps; k++) {
        float away = floor(k * stride + 0.5), t = away / pixels;
        ivec2 by = along * int(away);
        vec2 pair = vec2(distance_of(stored(at + by)), distance_of(stored(at - by))) - own;
        bvec2 counts = greaterThanEqual(pair, vec2(low)), same = lessThanEqual(pair, vec2(high));
        vec2 seen = mix(vec2(step_back), pair, same), share = exp(-2.0 * t * t) * vec2(counts);
        weights += vec3(share.x + share.y, t * (share.x - share.y), t * t * (share.x + share.y));
        sums += vec2(dot(share, seen), t * (share.x * seen.x - share.y * seen.y));
        // A slope goes on being one surface.
        seen = mix(vec2(0.0), seen, counts);
        low = min(low, min(seen.x, seen.y) - narrow);
        high = max(high, max(seen.x, seen.y) + narrow);
    }
    float spread = max(weights.x * weights.z - weights.y * weights.y, 1e-6);
    own += (weights.z * sums.x - weights.y * sums.y) / spread;
    gl_FragDepth = (own - span.x) / span.y;
}
