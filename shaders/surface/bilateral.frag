#version 300 es
// Separable bilateral filter of depths, one direction per pass: weights fall with the distance in the image and in depth.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
uniform ivec2 direction;
uniform float filter_radius;   // world
uniform float depth_deviation; // world: standard deviation of depth
uniform float max_taps;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    float stored = fetch_depth(texel);
    if (stored >= CLEAR_DEPTH) discard;
    float centre = linear_depth(stored), pixels = filter_radius * focal / centre;
    float taps = min(ceil(pixels), max_taps), stride = max(pixels / taps, 1.0), spatial = -2.0 / (pixels * pixels);
    float range = -0.5 / (depth_deviation * depth_deviation), sum = centre, weights = 1.0;
    for (float k = -taps; k <= taps; k++) {
        float offset = sign(k) * floor(abs(k) * stride + 0.5);
        float other = linear_depth(fetch_depth(texel + direction * int(offset))), gap = other - centre;
        float weight = k == 0.0 ? 0.0 : exp(spatial * offset * offset + range * gap * gap);
        sum += weight * other;
        weights += weight;
    }
    gl_FragDepth = (sum / weights - depth_range.x) / depth_range.y;
}
