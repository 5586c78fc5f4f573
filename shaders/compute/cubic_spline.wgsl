// CubicSpline in src/sph/smoothing_kernels.h, without scale factors; q is r/h.
const smallest_q = 1e-6;
fn kernel(q: f32) -> f32 {
    let a = max(1.0 - q, 0.0);
    let b = max(0.5 - q, 0.0);
    return 2.0 * (a * a * a) - 8.0 * (b * b * b);
}
fn kernel_slope(q: f32) -> f32 {
    let a = max(1.0 - q, 0.0);
    let b = max(0.5 - q, 0.0);
    return (24.0 * (b * b) - 6.0 * (a * a)) / q;
}
fn kernel_curvature(q: f32) -> f32 { return 12.0 * max(1.0 - q, 0.0) - 48.0 * max(0.5 - q, 0.0); }
