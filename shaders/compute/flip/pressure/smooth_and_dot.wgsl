// Mirrors smooth_and_dot() (grid/pressure/multigrid.cpp): the last sweep, and the parts of the product b . x.
#include "compute/flip/pressure/level.wgsl"
#include "compute/flip/pressure/chebyshev.wgsl"
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read> source: array<f32>;
@group(0) @binding(4) var<storage, read_write> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> partials: array<f32>;
#include "compute/flip/pressure/stencil.wgsl"
#include "compute/flip/pressure/sums.wgsl"

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u,
                                      @builtin(local_invocation_index) local: u32,
                                      @builtin(workgroup_id) group: vec3u) {
    var sum = 0.0;
    for (var at = i32(id.x); at < level.size; at += i32(level.groups * 256u)) {
        let i = level.first + at;
        let diagonal = matrix[i];
        if (diagonal > 0.0) {
            let result = (1.0 - first_weight) * source[i] + first_weight * (b[i] + neighbours(i)) / diagonal;
            x[i] = result;
            sum += result * b[i];
        }
    }
    let total = sum_of_group(sum, local);
    if (local == 0u) { partials[rz_part + group.x] = total; }
}
