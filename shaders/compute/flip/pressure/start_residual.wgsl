// Mirrors PressureSolver::State::initial_residual() (grid/pressure/pressure_solver.cpp): r = b - A p, and the parts of
// b . b and r . r.
#include "compute/flip/pressure/level.wgsl"
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read> source: array<f32>;  // p
@group(0) @binding(4) var<storage, read_write> r: array<f32>;
@group(0) @binding(5) var<storage, read_write> partials: array<f32>;
#include "compute/flip/pressure/stencil.wgsl"
#include "compute/flip/pressure/sums.wgsl"

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u,
                                      @builtin(local_invocation_index) local: u32,
                                      @builtin(workgroup_id) group: vec3u) {
    var b_squared = 0.0;
    var r_squared = 0.0;
    var r_sum = 0.0;
    var count = 0.0;
    for (var i = i32(id.x); i < level.size; i += i32(level.groups * 256u)) {
        let diagonal = matrix[i];
        var left = 0.0;
        if (diagonal > 0.0) { left = b[i] - diagonal * source[i] + neighbours(i); }
        r[i] = left;
        b_squared += b[i] * b[i];
        r_squared += left * left;
        r_sum += left;
        count += f32(diagonal > 0.0);
    }
    let of_b = sum_of_group(b_squared, local);
    let of_r = sum_of_group(r_squared, local);
    let sum = sum_of_group(r_sum, local);
    let cells = sum_of_group(count, local);
    if (local == 0u) {
        partials[b_part + group.x] = of_b;
        partials[residual_part + group.x] = of_r;
        partials[sum_part + group.x] = sum;
        partials[count_part + group.x] = cells;
    }
}
