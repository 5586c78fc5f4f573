// The particles of each cell, in the order of arrival. CellGrid::scatter_to_rows in src/search/cell_grid.cpp.
#include "compute/sph_params.wgsl"
@group(0) @binding(1) var<storage, read> cell_rank: array<vec2u>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> arrived: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let at = cell_rank[i];
    arrived[starts[at.x] + at.y] = i;
}
