// The inside of a glass box, world units, and of a spherical tank. Unbounded in scenes without a glass box.
uniform vec3 tank_centre, tank_half;
uniform float tank_radius;  // of a spherical tank, otherwise 0

// Distances from the panes, on the nearer side of each axis.
vec3 pane_distance(vec3 position) {
    return tank_half - abs(position - tank_centre);
}

// Whether the glass cuts through a sphere around a position.
bool is_cut_by_glass(vec3 position, float radius) {
    vec3 gap = pane_distance(position);
    return min(min(gap.x, gap.y), gap.z) < radius || (tank_radius > 0.0 && length(position - tank_centre) + radius > tank_radius);
}

// Radius factor of particles beside the glass: enlarged spheres close the gaps between the rows and form a flat face.
// Parts outside the glass are clipped.
float wall_radius_scale(vec3 position, float radius) {
    vec3 gap = pane_distance(position);
    float beside = smoothstep(1.5, 0.7, min(gap.x, gap.z) / radius), below = smoothstep(2.5, 0.7, gap.y / radius);
    return 1.0 + max(0.35 * beside, 0.8 * below);
}
