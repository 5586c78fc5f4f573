// Wendland in src/sph/smoothing_kernels.h, without scale factors; q is r/h.
fn kernel(q: f32) -> f32 {
    let a = max(1.0 - q, 0.0);
    let a2 = a * a;
    return a2 * a2 * (1.0 + 4.0 * q);
}
fn kernel_slope(q: f32) -> f32 {
    let a = max(1.0 - q, 0.0);
    return -20.0 * (a * a * a);
}
