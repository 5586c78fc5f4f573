// Brings the particles of each cell into the order of their old slots: the rank of a particle is the number of lower old
// slots in its cell. The order is then that of a stable sort, as from ParticleSort::sort.
struct Params { particles: u32, cells: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> cell_of: array<u32>;
@group(0) @binding(2) var<storage, read> cell_start: array<u32>;
@group(0) @binding(3) var<storage, read> placed: array<u32>;
@group(0) @binding(4) var<storage, read_write> order: array<u32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= params.particles) { return; }
    let old = placed[id.x];
    let cell = min(cell_of[old], params.cells);
    let begin = cell_start[cell];
    var end = params.particles;
    if (cell < params.cells) { end = cell_start[cell + 1u]; }
    var slot = id.x;
    if (end - begin <= MAX_RANKED) {
        slot = begin;
        for (var k = begin; k < end; k++) { slot += select(0u, 1u, placed[k] < old); }
    }
    order[slot] = old;
}
