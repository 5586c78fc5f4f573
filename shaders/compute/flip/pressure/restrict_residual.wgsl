// Mirrors the restriction in Multigrid::smooth_and_correct() (grid/pressure/multigrid.cpp): the residuals of a level,
// summed over the children of each coarse cell. `b` and the result are parts of one buffer.
#include "compute/flip/pressure/level.wgsl"
@group(0) @binding(2) var<storage, read> source: array<f32>;
@group(0) @binding(3) var<storage, read_write> b: array<f32>;
#include "compute/flip/pressure/stencil.wgsl"
const residual_scale = 0.5;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    for (var at = i32(id.x); at < level.coarse_slab * (level.coarse_n.z + 2); at += level.coarse_groups * 256) {
        let i = level.coarse_first + at;
        if (!(matrix[i] > 0.0)) { continue; }
        let c = coarse_coords(at);
        var sum = 0.0;
        for (var n = 0; n < 8; n++) {
            let child = 2 * c + vec3i(n & 1, (n >> 1u) & 1, n >> 2u);
            if (any(child >= level.n)) { continue; }
            let fine = level.first + child.x + 1 + (child.y + 1) * level.row + (child.z + 1) * level.slab;
            let diagonal = matrix[fine];
            if (diagonal > 0.0) { sum += b[fine] - diagonal * source[fine] + neighbours(fine); }
        }
        b[i] = residual_scale * sum;
    }
}
