// Gives each particle a slot in the range of its cell, in any order, and leaves the counts at 0.
struct Params { particles: u32, cells: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> cell_of: array<u32>;
@group(0) @binding(2) var<storage, read> cell_start: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> placed: array<u32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= params.particles) { return; }
    let cell = min(cell_of[id.x], params.cells);
    placed[cell_start[cell] + atomicSub(&counts[cell], 1u) - 1u] = id.x;
}
