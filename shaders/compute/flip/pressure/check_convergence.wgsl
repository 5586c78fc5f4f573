// Mirrors PressureSolver::State::check_convergence() (grid/pressure/pressure_solver.cpp): after the start (`starts`) or
// after an iteration. A finished solve sets the numbers of groups of all its dispatches to 0.
#include "compute/flip/pressure/solve_state.wgsl"
@group(0) @binding(0) var<uniform> groups_of: array<vec4u, 16>;  // by level; x: in a pass over it; y of the
// first: index of the cell of the coarsest grid
@group(0) @binding(1) var<storage, read_write> solve: Solve;
@group(0) @binding(2) var<storage, read_write> partials: array<f32>;
@group(0) @binding(3) var<storage, read_write> groups: array<u32>;  // three by level, the last two of the means
@group(0) @binding(4) var<storage, read> matrix: array<f32>;
#include "compute/flip/pressure/sums.wgsl"
#include "compute/flip/pressure/sum_parts.wgsl"

@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) local: u32) {
    let was_active = solve.goes_on != 0u;
    let was_broken = solve.broken != 0u;
    let iterations = select(solve.iterations + 1u, 0u, starts);
    let parts = groups_of[0].x;
    var r_squared = sum_of_parts(residual_part, parts, local);
    var b_squared = sum_of_parts(b_part, parts, local);
    var mean = solve.mean;
    // Only a free surface leaves a diagonal on the coarsest grid.
    let enclosed = !(matrix[groups_of[0].y] > 0.0);
    if (starts) {
        let sum = sum_of_parts(sum_part, parts, local);
        let count = sum_of_parts(count_part, parts, local);
        mean = select(0.0, sum / count, enclosed && count > 0.0);
        r_squared = max(r_squared - mean * sum, 0.0);
    }
    b_squared = max(b_squared - mean * mean * sum_of_parts(count_part, parts, local), 0.0);
    if (!starts && !was_active) { return; }
    let relative = select(0.0, sqrt(r_squared / b_squared), b_squared > 0.0);
    // The comparisons also fail where b is not finite.
    let unfinished = relative > solve.tolerance && relative < 1e30 && iterations < solve.max_iterations &&
                  (starts || !was_broken);
    if (local == 0u) {
        solve.residual = relative;
        solve.iterations = iterations;
        if (!starts) { solve.all_iterations += 1u; }
        if (starts) { solve.rz_before = 0.0; }
        solve.b_squared = b_squared;
        solve.mean = mean;
        solve.goes_on = u32(unfinished);
    }
    if (local < 16u) {
        let runs = select(unfinished, enclosed, local >= 14u);
        groups[3u * local] = select(0u, groups_of[local].x, runs);
        groups[3u * local + 1u] = 1u;
        groups[3u * local + 2u] = 1u;
    }
}
