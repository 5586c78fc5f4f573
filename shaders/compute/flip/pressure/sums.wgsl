// Sums over a group of 256 threads, and over the parts of all groups, each in one order.
const max_workgroups = 512u;  // src/gpu/flip/pressure_solve.h
const rz_part = 0u;  // r . z
const curvature_part = max_workgroups;  // s . A s
const residual_part = 2u * max_workgroups;  // r . r
const b_part = 3u * max_workgroups;  // b . b
const sum_part = 4u * max_workgroups;  // of r at the start
const count_part = 5u * max_workgroups;  // cells of fluid
var<workgroup> thread_sums: array<f32, 256>;
var<workgroup> row_sums: array<f32, 16>;

// In two steps of 16 threads' values: few barriers.
fn sum_of_group(value: f32, local: u32) -> f32 {
    thread_sums[local] = value;
    workgroupBarrier();
    if (local < 16u) {
        var sum = 0.0;
        for (var n = 0u; n < 16u; n++) { sum += thread_sums[16u * n + local]; }
        row_sums[local] = sum;
    }
    workgroupBarrier();
    var total = 0.0;
    for (var n = 0u; n < 16u; n++) { total += row_sums[n]; }
    return total;
}
