#version 300 es
// One level of the narrow-range filter of depths (Truong and Yuksel, I3D 2018): samples far in front are rejected, samples
// far behind count as slightly behind. 3x3 samples whose spacing doubles from level to level (the "a trous" scheme) reach a
// wide radius with few fetches and, other than separable passes, without a preferred direction. Spacings are powers of two:
// a level with binomial weights removes exactly the grid of the level with twice its spacing. The result is the value of
// a plane fitted to the samples, which preserves the slope where a drop hides one side. Levels finer than a particle also
// smooth outlines, of the fluid and of waves in front of other fluid: a texel belongs to what most samples around it show.
// Levels up to the spacing of particles in a thin sheet close its holes, and bridge the gaps between near particles.
precision highp float;
precision highp sampler2D;
#include "surface/view_depth.glsl"
#include "surface/bridges.glsl"
#include "surface/plane_fit.glsl"
uniform int stride;            // texels between samples
uniform float widest_spacing;  // world: of samples that reach the filter radius
uniform float depth_deviation; // world: half the range of depths of the same surface
uniform float background_step; // world: depth of a sample far behind, relative to the centre
uniform bool smooth_outline;
uniform float expected_depth;  // of the fluid, where a texel has none
uniform float widest_gap;      // world: distance of samples from the middle of a hole

// Opposite samples xy and zw of one surface in front of a depth: its depths in the middle between them, or 0.
vec2 sheet_depths(vec4 stored, float limit, float range) {
    vec4 depths = linear_depth(stored);
    vec2 middle = 0.5 * (depths.xz + depths.yw), farthest = max(stored.xz, stored.yw);
    return middle * fluid_mask(farthest) * step(middle, vec2(limit)) * step(abs(depths.xz - depths.yw), vec2(range));
}

// The depth of a bridge from the fluid beside the texel, from what is farther away where that is at two depths; or 0.
float bridge_depth(vec4 beside, float range) {
    vec4 is_fluid = vec4(fluid_mask(beside.xy), fluid_mask(beside.zw)), depths = linear_depth(beside) * is_fluid;
    is_fluid *= step(vec4(max(max(depths.x, depths.y), max(depths.z, depths.w)) - range), depths);
    float distance = depth_in_tank(gl_FragCoord.xy, dot(is_fluid, depths) / dot(is_fluid, vec4(1.0)));
    return distance > 0.0 && is_bridged(gl_FragCoord.xy, distance) ? distance : 0.0;
}

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    float stored = fetch_depth(texel), centre = linear_depth(stored);
    bool is_clear = stored >= CLEAR_DEPTH;
    if (is_clear) centre = expected_depth;
    bool closes_holes = float(stride) * centre < widest_gap * focal;
    if (is_clear && !smooth_outline && !closes_holes) discard;
    // Continuous over depths: far from the eye the wide levels fade out.
    float share = clamp(2.0 * widest_spacing * focal / (centre * float(stride)) - 1.0, 0.0, 1.0);
    if (!is_clear && share == 0.0) {
        gl_FragDepth = stored;
        return;
    }
    vec4 beside = vec4(fetch_depth(texel - ivec2(stride, 0)), fetch_depth(texel + ivec2(stride, 0)),
                       fetch_depth(texel - ivec2(0, stride)), fetch_depth(texel + ivec2(0, stride)));
    // Most clear texels are far from fluid: without it on a side the corners are no majority.
    if (is_clear && min(min(beside.x, beside.y), min(beside.z, beside.w)) >= CLEAR_DEPTH) discard;
    // A surface that recedes by four units of depth per unit of the image is still one surface.
    float range = depth_deviation + 4.0 * float(stride) * centre / focal, far_behind = 0.0;
    if (is_clear && float(stride) * centre < sphere_radius * focal) {
        float bridge = bridge_depth(beside, range);
        if (bridge > 0.0) {
            gl_FragDepth = stored_depth(bridge);
            return;
        }
    }
    if (closes_holes) {
        // A sheet on both sides, along two of four axes.
        float limit = is_clear ? 1e9 : centre - depth_deviation;
        vec4 sheet = vec4(sheet_depths(beside, limit, range), 0.0, 0.0);
        if (sheet.x + sheet.y > 0.0) {
            sheet.zw = sheet_depths(vec4(fetch_depth(texel - stride), fetch_depth(texel + stride), fetch_depth(texel + ivec2(stride, -stride)),
                                         fetch_depth(texel + ivec2(-stride, stride))), limit, range);
            float axes = dot(sign(sheet), vec4(1.0));
            if (axes > 1.0) {
                gl_FragDepth = stored_depth(dot(sheet, vec4(1.0)) / axes);
                return;
            }
        }
        if (is_clear && !smooth_outline) discard;
    }
    // Nothing to smooth where the surface is plane: at wet glass and in calm water.
    vec4 step_to = centre / linear_depth(beside) - 1.0;
    vec2 bend = abs(step_to.xz + step_to.yw) * centre;
    if (!is_clear && max(bend.x, bend.y) < 0.01 * depth_deviation) {
        gl_FragDepth = stored;
        return;
    }
    vec2 in_front = vec2(0.0), behind = vec2(0.0);  // sums of weighted depths, and of weights
    // In the order of fetch_depths().
    mat3 sampled = mat3(fetch_depth(texel - stride), beside.z, fetch_depth(texel + ivec2(stride, -stride)), beside.x, stored, beside.y,
                        fetch_depth(texel + ivec2(-stride, stride)), beside.w, fetch_depth(texel + stride));
    mat3 weights = binomial_weights, values;
    for (int i = 0; i < 3; i++) {
        vec3 other = linear_depth(sampled[i]), gap = other - centre, is_fluid = fluid_mask(sampled[i]);
        vec3 is_behind = step(range, gap), front_weight = weights[i] * is_fluid * (is_clear ? vec3(1.0) : step(gap, vec3(-range)));
        vec3 behind_weight = weights[i] * is_behind;
        in_front += vec2(dot(front_weight, other), sum(front_weight));
        behind += vec2(dot(behind_weight * is_fluid, other), dot(behind_weight, is_fluid));
        far_behind += sum(behind_weight);
        weights[i] -= front_weight;
        // Relative to the centre, which keeps the precision.
        values[i] = centre / mix(other, vec3(centre + background_step), is_behind) - 1.0;
    }
    if (smooth_outline && in_front.y >= 8.0) centre = in_front.x / in_front.y;
    else if (is_clear) discard;
    else if (smooth_outline && far_behind > 8.0) {
        if (behind.y < 0.5 * far_behind) discard;
        centre = behind.x / behind.y;
    } else {
        float own = weights[1].y;
        weights *= share;
        weights[1].y = own;
        centre /= 1.0 + fit_plane(weights, values, 0.5).x;
    }
    gl_FragDepth = stored_depth(centre);
}
