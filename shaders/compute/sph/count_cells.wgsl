// The cell of each particle, and the number of particles in each cell. CellGrid::count_rows in
// src/search/cell_grid.cpp.
#include "compute/sph/params.wgsl"
#include "compute/sph/cells.wgsl"
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> velocity_tag: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> cell_of_slot: array<u32>;
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let cell = select(cell_of(position[i].xyz), cell_count(), velocity_tag[i].w == dead);
    cell_of_slot[i] = cell;
    atomicAdd(&counts[cell], 1u);
}
