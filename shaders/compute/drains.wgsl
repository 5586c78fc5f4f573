// EmitterSystem::is_drained in src/domain/emitters.cpp, of one drain.
struct Drain {
    centre: vec3f,
    radius: f32,  // of a circle; 0: a box
    half_size: vec3f,
    unused: f32,
}

fn is_in_drain(x: vec3f, drain: Drain) -> bool {
    let away = x - drain.centre;
    return select(all(abs(away) < drain.half_size), dot(away, away) < drain.radius * drain.radius, drain.radius > 0.0);
}
