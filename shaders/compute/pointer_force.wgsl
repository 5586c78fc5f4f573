// PointerForce in src/domain/pointer_force.h: the velocity, after a sub-step, of what has the velocity v at x.
fn after_pointer_force(force: Pointer, x: vec3f, v: vec3f) -> vec3f {
    let away = x - force.position;
    let r2 = 1e-12 + dot(away, away);
    let r = sqrt(r2);
    if (force.kind == 0u) {
        return v + min(force.strength / r2, force.limit) / r * params.dt * away;
    }
    return v + min(max(1.0 - r / force.radius, 0.0) * (force.strength * params.dt), 1.0) * (force.velocity - v);
}
