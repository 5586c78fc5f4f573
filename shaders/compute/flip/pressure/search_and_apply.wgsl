// Mirrors PressureSolver::State::update_search() and apply_matrix() (grid/pressure/pressure_solver.cpp):
// s = z + beta s, As = A s, and the parts of s . As.
#include "compute/flip/pressure/level.wgsl"
#include "compute/flip/pressure/solve_state.wgsl"
@group(0) @binding(2) var<storage, read> solve: Solve;
@group(0) @binding(3) var<storage, read> z: array<f32>;
@group(0) @binding(4) var<storage, read> before: array<f32>;  // s
@group(0) @binding(5) var<storage, read_write> search: array<f32>;
@group(0) @binding(6) var<storage, read_write> applied: array<f32>;
@group(0) @binding(7) var<storage, read_write> partials: array<f32>;
#include "compute/flip/pressure/sums.wgsl"
#include "compute/flip/pressure/sum_parts.wgsl"

// A link times s behind it.
fn beyond(link: i32, i: i32, beta: f32) -> f32 {
    let a = matrix[link];
    if (!(a > 0.0)) { return 0.0; }
    return a * next_search(i, beta);
}
fn next_search(i: i32, beta: f32) -> f32 { return z[i] + select(0.0, beta * before[i], beta > 0.0); }

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u,
                                      @builtin(local_invocation_index) local: u32,
                                      @builtin(workgroup_id) group: vec3u) {
    let rz = sum_of_parts(rz_part, level.groups, local);
    let beta = select(0.0, rz / solve.rz_before, solve.rz_before > 0.0);
    var sum = 0.0;
    for (var i = i32(id.x); i < level.size; i += i32(level.groups * 256u)) {
        let diagonal = matrix[i];
        if (!(diagonal > 0.0)) { continue; }
        let lx = level.part + i;
        let ly = lx + level.part;
        let lz = ly + level.part;
        let here = next_search(i, beta);
        let around = beyond(lx, i - 1, beta) + beyond(lx + 1, i + 1, beta) + beyond(ly, i - level.row, beta) +
                     beyond(ly + level.row, i + level.row, beta) + beyond(lz, i - level.slab, beta) +
                     beyond(lz + level.slab, i + level.slab, beta);
        let product = diagonal * here - around;
        search[i] = here;
        applied[i] = product;
        sum += here * product;
    }
    let total = sum_of_group(sum, local);
    if (local == 0u) { partials[curvature_part + group.x] = total; }
}
