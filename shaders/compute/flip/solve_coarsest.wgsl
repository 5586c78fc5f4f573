// Mirrors scale() (grid/pressure/multigrid.cpp): the solution on the coarsest grid, a single cell.
#include "compute/flip/level.wgsl"
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> x: array<f32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= level.size) { return; }
    let i = level.first + at;
    let diagonal = matrix[i];
    x[i] = select(0.0, b[i] / diagonal, diagonal > 0.0);
}
