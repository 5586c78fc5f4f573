// sph::apply_pointer_forces in src/sph/pointer_forces.h. Positions are relative to the container.
fn with_pointer_forces(x: vec3f, before: vec3f) -> vec3f {
    var v = before;
    for (var k = 0u; k < params.pointers; k++) {
        let force = params.pointer[k];
        let away = x - force.position;
        let r2 = 1e-12 + dot(away, away);
        let r = sqrt(r2);
        if (force.kind == 0u) {
            v += min(force.strength / r2, force.limit) / r * params.dt * away;
        } else {
            let falloff = max(1.0 - r / force.radius, 0.0);
            v += min(falloff * (force.strength * params.dt), 1.0) * (force.velocity - v);
        }
    }
    return v;
}
