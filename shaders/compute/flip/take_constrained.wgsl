// The second part of CutCells::constrain_velocity() (grid/boundaries/cut_cells.h).
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> constrained: array<f32>;
@group(0) @binding(2) var<storage, read_write> faces: array<vec2f>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let face = i32(id.x);
    if (face < 3 * params.size) { faces[face].x = constrained[face]; }
}
