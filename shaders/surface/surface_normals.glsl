// The smoothed surface at a texel: how it lies, and how much of the pixel it covers.
uniform sampler2D thickness;  // absorption of three colours, and the length of the way through
uniform vec2 to_thickness;    // a texel's place in it
uniform float cut;            // less thickness than this is no fluid any more

// From the two differences along an axis, the one within the same surface; across an edge the other is wild.
vec3 slope_of(vec3 own, vec3 before, vec3 after) {
    vec3 back_way = own - before, forth = after - own;
    float a = abs(back_way.z), b = abs(forth.z);
    if (max(a, b) < 2.0 * min(a, b) + 1e-5 * span.y) return 0.5 * (back_way + forth);
    vec3 way = a < b ? back_way : forth;
    // The last pixel of a drop is not steeper than this, or it would glitter.
    float most = length(way.xy);
    return vec3(way.xy, clamp(way.z, -most, most));
}

vec3 place_at(ivec2 at) {
    return eye_place(vec2(at) + 0.5, distance_of(stored(at)));
}

vec3 normal_at(ivec2 at, vec3 own) {
    vec3 u = slope_of(own, place_at(at - ivec2(1, 0)), place_at(at + ivec2(1, 0)));
    vec3 v = slope_of(own, place_at(at - ivec2(0, 1)), place_at(at + ivec2(0, 1)));
    return normalize(cross(u, v));
}

vec4 thickness_at(vec2 texel) {
    return texture(thickness, texel * to_thickness);
}

// Where the fluid thins out it ends, softly and rounder than its particles; at an outline it covers a part of the pixel.
float cover_of(ivec2 at, float through) {
    float open = 0.0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) open += step(nothing, stored(at + ivec2(x, y)));
    return smoothstep(0.5 * cut, cut, through) * max(1.0 - 0.17 * open, 0.0);
}
