// Number of particles in each cell; a cell number that is too large counts to the last bin. Mirrors
// ParticleSort::count_cells.
struct Params { particles: u32, cells: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> cell_of: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x < params.particles) { atomicAdd(&counts[min(cell_of[id.x], params.cells)], 1u); }
}
