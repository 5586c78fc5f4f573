// Mirrors PressureSolver::State::update_solution() (grid/pressure/pressure_solver.cpp): p += alpha s, r -= alpha As, and
// the parts of r . r.
#include "compute/flip/pressure/level.wgsl"
#include "compute/flip/pressure/solve_state.wgsl"
@group(0) @binding(2) var<storage, read_write> solve: Solve;
@group(0) @binding(3) var<storage, read> search: array<f32>;
@group(0) @binding(4) var<storage, read> applied: array<f32>;
@group(0) @binding(5) var<storage, read_write> pressure: array<f32>;
@group(0) @binding(6) var<storage, read_write> r: array<f32>;
@group(0) @binding(7) var<storage, read_write> partials: array<f32>;
#include "compute/flip/pressure/sums.wgsl"
#include "compute/flip/pressure/sum_parts.wgsl"

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u,
                                      @builtin(local_invocation_index) local: u32,
                                      @builtin(workgroup_id) group: vec3u) {
    let rz = sum_of_parts(rz_part, level.groups, local);
    let curvature = sum_of_parts(curvature_part, level.groups, local);
    let sound = rz > 0.0 && curvature > 0.0 && abs(rz / curvature) < 1e30;
    let step = select(0.0, rz / curvature, sound);
    var sum = 0.0;
    for (var i = i32(id.x); i < level.size; i += i32(level.groups * 256u)) {
        if (!(matrix[i] > 0.0)) { continue; }
        pressure[i] += step * search[i];
        let left = r[i] - step * applied[i];
        r[i] = left;
        sum += left * left;
    }
    let total = sum_of_group(sum, local);
    if (local == 0u) {
        partials[residual_part + group.x] = total;
        if (group.x == 0u) {
            solve.rz_before = rz;
            solve.broken = u32(!sound);
        }
    }
}
