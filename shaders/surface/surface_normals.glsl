// The surface at a texel: position, normal, thickness and coverage.
#include "surface/plane_fit.glsl"
#include "surface/thickness.glsl"
#include "surface/wet_glass.glsl"
uniform float depth_deviation; // world: half the range of depths of the same surface
uniform float min_thickness;  // below this there is no fluid

// Normal of the plane fitted to 3x3 reciprocal depths. The weight of a sample falls with its difference in depth, so that
// normals do not bleed across silhouettes, without the jumps of a choice between sides. `beside_glass`: samples may be on
// wet glass, where the surface ends in an edge.
vec3 surface_normal(vec2 texel, mat3 depths, bool beside_glass) {
    float centre = linear_depth(depths[1].y), range = depth_deviation + 4.0 * centre / focal;
    mat3 weights, values;
    for (int i = 0; i < 3; i++) {
        vec3 other = linear_depth(depths[i]), gap = (other - centre) / range;
        weights[i] = binomial_weights[i] * fluid_mask(depths[i]) / (1.0 + gap * gap * gap * gap);
        values[i] = centre / other - 1.0;
        if (beside_glass) {
            vec2 row = texel + vec2(0.0, i - 1);
            weights[i] *= step(vec3(contact_at(row - vec2(1.0, 0.0)), contact_at(row), contact_at(row + vec2(1.0, 0.0))), vec3(wet_fraction));
        }
    }
    if (sum(weights * vec3(1.0)) == 0.0) return vec3(0.0, 0.0, 1.0);
    vec3 plane = fit_plane(weights, values, 0.1);
    // The plane n . p = -centre, with n towards the eye: n . ray = -(1 + value) for every ray with z = -1.
    vec2 ray = (texel - principal_point) / focal, across = -focal * plane.yz;
    return normalize(vec3(across, 1.0 + plane.x + dot(across, ray)));
}

struct Surface {
    vec3 position, normal;  // view space
    float inside;           // depth from here to where the ray leaves the tank
    float glass;            // 1: wet glass, 0: free surface, between: the edge
};

// The smoothed depths around the texel, or the glass where it is wet.
Surface surface_at(vec2 texel, mat3 depths) {
    vec3 ray = view_ray(texel), direction = world_direction(ray);
    vec2 inside = tank_interval(direction);
    float wet = wetness(inside, texel);
    vec3 glass = view_direction(glass_normal(eye + inside.x * direction));
    if (wet > 1.0) return Surface(inside.x * ray, glass, inside.y - inside.x, 1.0);
    float distance = linear_depth(depths[1].y);
    vec3 normal = surface_normal(texel, depths, wet > 0.5);
    // A meniscus: the surface turns into the glass within about two particles, which also smooths the waterline.
    float beside = smoothstep(0.0, 1.0, wet) * (1.0 - smoothstep(0.5, 1.0, (distance - inside.x) / (2.0 * depth_deviation)));
    if (beside > 0.0) normal = normalize(mix(normal, glass, beside));
    return Surface(distance * ray, normal, inside.y - distance, beside);
}

// Coverage of the pixel: falls to 0 where the fluid is thin, which rounds the outline of particles, and is partial at
// silhouettes (fraction of empty texels among 3x3).
float coverage_at(mat3 depths, float path_length, float glass) {
    float empty = 9.0;
    for (int i = 0; i < 3; i++) empty -= sum(fluid_mask(depths[i]));
    return (glass == 1.0 ? 1.0 : smoothstep(0.5 * min_thickness, min_thickness, path_length)) * max(1.0 - 0.17 * empty, 0.0);
}
