// Mirrors PressureSolver::State::finish() (grid/pressure/pressure_solver.cpp): fluid without a free surface has a mean
// pressure of 0. Runs only then.
#include "compute/flip/pressure/level.wgsl"
@group(0) @binding(2) var<storage, read_write> pressure: array<f32>;
@group(0) @binding(3) var<storage, read_write> partials: array<f32>;
#include "compute/flip/pressure/sums.wgsl"
#include "compute/flip/pressure/sum_parts.wgsl"

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u,
                                      @builtin(local_invocation_index) local: u32) {
    let sum = sum_of_parts(sum_part, level.groups, local);
    let mean = sum / max(sum_of_parts(count_part, level.groups, local), 1.0);
    for (var i = i32(id.x); i < level.size; i += i32(level.groups * 256u)) {
        if (matrix[i] > 0.0) { pressure[i] -= mean; }
    }
}
