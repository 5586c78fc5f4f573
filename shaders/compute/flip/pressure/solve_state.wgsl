// The scalars of a solve; src/gpu/flip/flip_params.h has the same struct.
struct Solve {
    tolerance: f32,
    max_iterations: u32,
    rz_before: f32,
    b_squared: f32,
    residual: f32,  // relative
    iterations: u32,  // of this solve
    all_iterations: u32,  // since the host has set it to 0
    goes_on: u32,  // 0: finished
    broken: u32,  // 1: rounding errors are all that is left
    mean: f32,  // of the residual at the start, which no pressure can remove: of fluid without a free surface
    spare_0: u32,
    spare_1: u32,
}
