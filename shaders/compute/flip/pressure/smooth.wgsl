// Mirrors smooth() (grid/pressure/multigrid.cpp): x = source + w D^-1 (b - A source), with the
// first weight: the last sweep on a level.
#include "compute/flip/pressure/level.wgsl"
#include "compute/flip/pressure/chebyshev.wgsl"
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read> source: array<f32>;
@group(0) @binding(4) var<storage, read_write> x: array<f32>;
#include "compute/flip/pressure/stencil.wgsl"

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    for (var at = i32(id.x); at < level.size; at += i32(level.groups * 256u)) {
        let i = level.first + at;
        let diagonal = matrix[i];
        if (diagonal > 0.0) { x[i] = (1.0 - first_weight) * source[i] + first_weight * (b[i] + neighbours(i)) / diagonal; }
    }
}
