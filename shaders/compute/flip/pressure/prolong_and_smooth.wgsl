// Mirrors the correction in Multigrid::smooth_and_correct() (grid/pressure/multigrid.cpp) and the sweep after it, with
// the second weight. `source` holds the fine and the coarse solution.
#include "compute/flip/pressure/level.wgsl"
#include "compute/flip/pressure/chebyshev.wgsl"
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read> source: array<f32>;
@group(0) @binding(4) var<storage, read_write> x: array<f32>;

// A link times the corrected value of the cell behind it.
fn beyond(link: i32, i: i32, c: vec3i) -> f32 {
    let a = matrix[link];
    if (!(a > 0.0)) { return 0.0; }
    return a * (source[i] + source[coarse_index(c / 2)]);
}

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    for (var at = i32(id.x); at < level.size; at += i32(level.groups * 256u)) {
        let i = level.first + at;
        let diagonal = matrix[i];
        if (!(diagonal > 0.0)) { continue; }
        let c = level_coords(at);
        let lx = level.part + i;
        let ly = lx + level.part;
        let lz = ly + level.part;
        let around = beyond(lx, i - 1, c - vec3i(1, 0, 0)) + beyond(lx + 1, i + 1, c + vec3i(1, 0, 0)) +
                     beyond(ly, i - level.row, c - vec3i(0, 1, 0)) +
                     beyond(ly + level.row, i + level.row, c + vec3i(0, 1, 0)) +
                     beyond(lz, i - level.slab, c - vec3i(0, 0, 1)) +
                     beyond(lz + level.slab, i + level.slab, c + vec3i(0, 0, 1));
        let here = source[i] + source[coarse_index(c / 2)];
        x[i] = (1.0 - second_weight) * here + second_weight * (b[i] + around) / diagonal;
    }
}
