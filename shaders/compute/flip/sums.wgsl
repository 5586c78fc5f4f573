// Sums over a group of 256 threads, and over the parts of all groups, each in one order.
const most_groups = 512u;  // src/gpu/flip/pressure_solve.h
const rz_part = 0u;  // r . z
const curvature_part = most_groups;  // s . A s
const residual_part = 2u * most_groups;  // r . r
const b_part = 3u * most_groups;  // b . b
var<workgroup> thread_sums: array<f32, 256>;

fn sum_of_group(value: f32, local: u32) -> f32 {
    thread_sums[local] = value;
    workgroupBarrier();
    for (var half = 128u; half > 0u; half /= 2u) {
        if (local < half) { thread_sums[local] += thread_sums[local + half]; }
        workgroupBarrier();
    }
    let total = thread_sums[0];
    workgroupBarrier();
    return total;
}
