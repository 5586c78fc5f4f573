// predict_position() in src/solvers/pcisph/prediction.h, length_limiter in pressure_corrections.h.
fn limited(displacement: vec3f) -> vec3f {
    let r2 = dot(displacement, displacement);
    let max_length = params.max_displacement;
    return displacement * select(1.0, max_length / sqrt(r2), r2 > max_length * max_length);
}
fn predict_position(x: vec3f, v: vec3f, displacement: vec3f) -> vec3f {
    return stay_inside(Moving(x + v * params.dt + limited(displacement), vec3f(0.0)), 0.0, 2.0).x;
}
