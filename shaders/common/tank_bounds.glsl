// The inside of a glass box, world units. Unbounded in scenes without a glass box.
uniform vec3 tank_centre, tank_half;

// Radius factor of particles beside the glass: enlarged spheres close the gaps between the rows and form a flat face.
// Parts outside the glass are clipped.
float wall_radius_scale(vec3 position, float radius) {
    vec3 gap = tank_half - abs(position - tank_centre);
    float beside = smoothstep(1.5, 0.7, min(gap.x, gap.z) / radius), below = smoothstep(2.5, 0.7, gap.y / radius);
    return 1.0 + max(0.35 * beside, 0.8 * below);
}
