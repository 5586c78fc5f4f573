// The smoothed surface at a texel: normal, thickness and coverage.
uniform sampler2D thickness;  // absorption of three colours, and path length
uniform vec2 to_thickness;    // from texels to texture coordinates of the thickness
uniform float min_thickness;  // below this there is no fluid

// One-sided difference with the smaller depth step, so that normals do not bleed across silhouettes; central where both
// steps are similar.
vec3 tangent_of(vec3 centre, vec3 before, vec3 after) {
    vec3 backward = centre - before, forward = after - centre;
    float a = abs(backward.z), b = abs(forward.z);
    if (max(a, b) < 2.0 * min(a, b) + 1e-5 * depth_range.y) return 0.5 * (backward + forward);
    vec3 tangent = a < b ? backward : forward;
    // Slopes are limited to 45 degrees: otherwise the last pixel of a drop would glitter.
    float limit = length(tangent.xy);
    return vec3(tangent.xy, clamp(tangent.z, -limit, limit));
}

vec3 surface_position(ivec2 texel) {
    return view_position_at(vec2(texel) + 0.5, linear_depth(fetch_depth(texel)));
}

vec3 surface_normal(ivec2 texel, vec3 centre) {
    vec3 u = tangent_of(centre, surface_position(texel - ivec2(1, 0)), surface_position(texel + ivec2(1, 0)));
    vec3 v = tangent_of(centre, surface_position(texel - ivec2(0, 1)), surface_position(texel + ivec2(0, 1)));
    return normalize(cross(u, v));
}

vec4 thickness_at(vec2 texel) {
    return texture(thickness, texel * to_thickness);
}

// Coverage of the pixel: falls to 0 where the fluid is thin, which rounds the outline of particles, and is partial at
// silhouettes (fraction of empty texels among 3x3).
float coverage_at(ivec2 texel, float path_length) {
    float empty = 0.0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) empty += step(CLEAR_DEPTH, fetch_depth(texel + ivec2(x, y)));
    return smoothstep(0.5 * min_thickness, min_thickness, path_length) * max(1.0 - 0.17 * empty, 0.0);
}
