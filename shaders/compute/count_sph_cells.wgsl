// The cell of each particle, and its rank among those of the cell in the order of arrival, which differs between runs.
// CellGrid::count_rows in src/search/cell_grid.cpp.
#include "compute/sph_params.wgsl"
#include "compute/sph_cells.wgsl"
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> velocity_tag: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> cell_rank: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let cell = select(cell_of(position[i].xyz), cell_count(), velocity_tag[i].w == dead);
    cell_rank[i] = vec2u(cell, atomicAdd(&counts[cell], 1u));
}
