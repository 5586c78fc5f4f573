#version 300 es
// Separable narrow-range filter of depths, one direction per pass (Truong and Yuksel, I3D 2018): samples far in front are
// rejected, samples far behind count as slightly behind. The result is the value of a weighted linear regression, which
// preserves the slope where a drop hides one side.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
uniform ivec2 direction;
uniform float filter_radius;   // world
uniform float depth_deviation; // world: half the range of depths of the same surface
uniform float background_step; // world: depth of a sample far behind, relative to the centre
uniform float max_taps;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    float stored = fetch_depth(texel);
    if (stored >= CLEAR_DEPTH) discard;
    float centre = linear_depth(stored), pixels = filter_radius * focal / centre;
    float taps = min(ceil(pixels), max_taps), stride = max(pixels / taps, 1.0);
    // Depths are relative to the centre. Moments of the weights w: sums of w, w t, w t^2; and of w z, w t z.
    float low = -depth_deviation, high = depth_deviation;
    vec3 weights = vec3(1.0, 0.0, 0.0);
    vec2 sums = vec2(0.0);
    for (float k = 1.0; k <= taps; k++) {
        float offset = floor(k * stride + 0.5), t = offset / pixels;
        ivec2 step = direction * int(offset);
        vec2 pair = vec2(linear_depth(fetch_depth(texel + step)), linear_depth(fetch_depth(texel - step))) - centre;
        bvec2 accepted = greaterThanEqual(pair, vec2(low)), same = lessThanEqual(pair, vec2(high));
        vec2 z = mix(vec2(background_step), pair, same), w = exp(-2.0 * t * t) * vec2(accepted);
        weights += vec3(w.x + w.y, t * (w.x - w.y), t * t * (w.x + w.y));
        sums += vec2(dot(w, z), t * (w.x * z.x - w.y * z.y));
        // The range follows accepted samples, so that a slope stays one surface.
        z = mix(vec2(0.0), z, accepted);
        low = min(low, min(z.x, z.y) - depth_deviation);
        high = max(high, max(z.x, z.y) + depth_deviation);
    }
    float determinant = max(weights.x * weights.z - weights.y * weights.y, 1e-6);
    centre += (weights.z * sums.x - weights.y * sums.y) / determinant;
    gl_FragDepth = (centre - depth_range.x) / depth_range.y;
}
