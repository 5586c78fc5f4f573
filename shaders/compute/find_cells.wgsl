// The cell of each particle. Mirrors ParticleSort::count_cells and CellGrid::count_rows.
#include "compute/cell_box.wgsl"
struct Params { box: CellBox, particles: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> positions: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> cell_of: array<u32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x < params.particles) { cell_of[id.x] = cell_index(params.box, positions[id.x].xyz); }
}
