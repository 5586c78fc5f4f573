// The second part of CutCells::constrain_velocity() (grid/boundaries/cut_cells.h), and
// WallSeparation::reset().
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> constrained: array<f32>;
@group(0) @binding(2) var<storage, read_write> faces: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> fraction: array<f32>;
@group(0) @binding(4) var<storage, read_write> opened: array<u32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    for (var axis = 0; axis < 3; axis++) {
        let face = axis * params.size + at;
        faces[face].x = constrained[face];
    }
    if (opened[at] != 0u) {
        fraction[params.up_axis * params.size + at] = 0.0;
        opened[at] = 0u;
    }
}
