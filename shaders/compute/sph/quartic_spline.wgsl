// QuarticSpline in src/sph/smoothing_kernels.h, without scale factors; q is r/h.
const smallest_q = 1e-6;
// 1 - q, 3/5 - q and 1/5 - q, cut off at 0.
fn kernel_parts(q: f32) -> vec3f { return max(vec3f(1.0, 0.6, 0.2) - q, vec3f(0.0)); }
fn kernel(q: f32) -> f32 {
    let p = kernel_parts(q);
    let p4 = p * p * p * p;
    return p4.x - 5.0 * p4.y + 10.0 * p4.z;
}
fn kernel_slope(q: f32) -> f32 {
    let p = kernel_parts(q);
    let p3 = p * p * p;
    return (20.0 * p3.y - 4.0 * p3.x - 40.0 * p3.z) / q;
}
fn kernel_curvature(q: f32) -> f32 {
    let p = kernel_parts(q);
    let p2 = p * p;
    return 12.0 * p2.x - 60.0 * p2.y + 120.0 * p2.z;
}
