#version 300 es
// One level of the narrow-range filter of depths (Truong and Yuksel, I3D 2018): samples far in front are rejected, samples
// far behind count as slightly behind. 3x3 samples whose spacing doubles from level to level (the "a trous" scheme) reach a
// wide radius with few fetches and, other than separable passes, without a preferred direction. The result is the value of
// a plane fitted to the samples, which preserves the slope where a drop hides one side. Levels finer than a particle also
// smooth outlines, of the fluid and of waves in front of other fluid: a texel belongs to what most samples around it show.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
#include "surface/plane_fit.glsl"
uniform float sample_distance; // world
uniform float depth_deviation; // world: half the range of depths of the same surface
uniform float background_step; // world: depth of a sample far behind, relative to the centre
uniform bool smooth_outline;
uniform float expected_depth;  // of the fluid, where a texel has none

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    float stored = fetch_depth(texel), centre = linear_depth(stored);
    bool is_clear = stored >= CLEAR_DEPTH;
    if (is_clear) {
        if (!smooth_outline) discard;
        centre = expected_depth;
    }
    int stride = int(sample_distance * focal / centre + 0.5);
    // Most clear texels are far from fluid: without it on a side the corners are no majority.
    if (is_clear && min(min(fetch_depth(texel + ivec2(stride, 0)), fetch_depth(texel - ivec2(stride, 0))),
                        min(fetch_depth(texel + ivec2(0, stride)), fetch_depth(texel - ivec2(0, stride)))) >= CLEAR_DEPTH) discard;
    // A surface that recedes by four units of depth per unit of the image is still one surface.
    float range = depth_deviation + 4.0 * float(stride) * centre / focal, far_behind = 0.0;
    vec2 in_front = vec2(0.0), behind = vec2(0.0);  // sums of weighted depths, and of weights
    PlaneFit fit = PlaneFit(0.0, vec2(0.0), vec3(0.0), 0.0, vec2(0.0));
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) {
            float weight = float((2 - abs(x)) * (2 - abs(y))), sampled = fetch_depth(texel + stride * ivec2(x, y));
            float other = linear_depth(sampled), gap = other - centre;
            bool is_fluid = sampled < CLEAR_DEPTH;
            if (is_fluid && (is_clear || gap < -range)) {
                in_front += weight * vec2(other, 1.0);
                continue;
            }
            if (is_clear) continue;
            if (gap > range) {
                far_behind += weight;
                if (is_fluid) behind += weight * vec2(other, 1.0);
            }
            // Relative to the centre, which keeps the precision.
            float value = centre / (gap > range ? centre + background_step : other) - 1.0;
            add_sample(fit, vec2(x, y), value, weight);
        }
    if (smooth_outline && in_front.y >= 8.0) centre = in_front.x / in_front.y;
    else if (is_clear) discard;
    else if (smooth_outline && far_behind > 8.0) {
        if (behind.y < 0.5 * far_behind) discard;
        centre = behind.x / behind.y;
    } else if (stride >= 1) centre /= 1.0 + solve_plane(fit, 0.5).x;
    gl_FragDepth = stored_depth(centre);
}
