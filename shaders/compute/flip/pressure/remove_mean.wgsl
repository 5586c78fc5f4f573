// Mirrors EnclosedRegions::remove_null_space() (grid/pressure/enclosed_regions.h) where all of the fluid is one region
// without a free surface. Runs only then.
#include "compute/flip/pressure/level.wgsl"
#include "compute/flip/pressure/solve_state.wgsl"
@group(0) @binding(2) var<storage, read> solve: Solve;
@group(0) @binding(3) var<storage, read_write> r: array<f32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    for (var i = i32(id.x); i < level.size; i += i32(level.groups * 256u)) {
        if (matrix[i] > 0.0) { r[i] -= solve.mean; }
    }
}
