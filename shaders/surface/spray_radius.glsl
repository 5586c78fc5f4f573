// Spray is finer than fluid: the radius of a particle shrinks with its density.
layout(location = 8) in float density;  // 0: unknown
uniform vec2 density_range;             // density of an isolated particle; minimum density of one in the fluid

// Factor of the particle radius.
float spray_radius_scale() {
    return density > 0.0 ? mix(0.55, 1.0, smoothstep(density_range.x, density_range.y, density)) : 1.0;
}
