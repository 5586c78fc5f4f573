// Mirrors smooth_twice() (grid/pressure/multigrid.cpp): both sweeps from x = 0.
#include "compute/flip/pressure/level.wgsl"
#include "compute/flip/pressure/chebyshev.wgsl"
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> x: array<f32>;

// A link times the first sweep's result behind it; links lead to cells of fluid only.
fn beyond(link: i32, i: i32) -> f32 {
    let a = matrix[link];
    return select(0.0, a * b[i] / matrix[i], a > 0.0);
}

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    for (var at = i32(id.x); at < level.size; at += i32(level.groups * 256u)) {
        let i = level.first + at;
        let diagonal = matrix[i];
        var result = 0.0;
        if (diagonal > 0.0) {
            let lx = level.part + i;
            let ly = lx + level.part;
            let lz = ly + level.part;
            let around = beyond(lx, i - 1) + beyond(lx + 1, i + 1) + beyond(ly, i - level.row) +
                         beyond(ly + level.row, i + level.row) + beyond(lz, i - level.slab) +
                         beyond(lz + level.slab, i + level.slab);
            result = ((first_weight + second_weight - first_weight * second_weight) * b[i] +
                      first_weight * second_weight * around) / diagonal;
        }
        x[i] = result;
    }
}
