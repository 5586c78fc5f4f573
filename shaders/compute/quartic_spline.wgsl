// QuarticSpline in src/sph/smoothing_kernels.h, without scale factors; q is r/h.
const smallest_q = 1e-6;
fn kernel(q: f32) -> f32 {
    let a = max(1.0 - q, 0.0);
    let b = max(0.6 - q, 0.0);
    let c = max(0.2 - q, 0.0);
    return a * a * a * a - 5.0 * (b * b * b * b) + 10.0 * (c * c * c * c);
}
fn kernel_slope(q: f32) -> f32 {
    let a = max(1.0 - q, 0.0);
    let b = max(0.6 - q, 0.0);
    let c = max(0.2 - q, 0.0);
    return (20.0 * (b * b * b) - 4.0 * (a * a * a) - 40.0 * (c * c * c)) / q;
}
fn kernel_curvature(q: f32) -> f32 {
    let a = max(1.0 - q, 0.0);
    let b = max(0.6 - q, 0.0);
    let c = max(0.2 - q, 0.0);
    return 12.0 * (a * a) - 60.0 * (b * b) + 120.0 * (c * c);
}
