// Brings an array of numbers of 4 bytes into the order of the sorted particles. Mirrors `permute` in ParticleSort::sort.
struct Params { particles: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read> old: array<u32>;
@group(0) @binding(3) var<storage, read_write> sorted: array<u32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x < params.particles) { sorted[id.x] = old[order[id.x]]; }
}
