// Mirrors ParticleSort::sort() (grid/particle_sort.h): copies the particles in the order of their cells and, within a
// cell, of their slots before.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> particles: array<vec4u>;
@group(0) @binding(2) var<storage, read> places: array<vec2u>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
@group(0) @binding(4) var<storage, read> slots: array<u32>;
@group(0) @binding(5) var<storage, read_write> sorted: array<vec4u>;
#include "compute/stable_rank.wgsl"

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= params.count) { return; }
    let old_slot = slots[id.x];
    let cell = places[old_slot].x;
    var to = id.x;
    if (cell != u32(params.size)) { to = stable_slot(cell, old_slot, id.x); }
    var particle = particles[old_slot];
    if (cell == u32(params.size)) { particle.w = 0xffffffffu; }
    sorted[to] = particle;
    sorted[params.capacity + to] = particles[params.capacity + old_slot];
    if (affine) {
        for (var part = 2u; part < 5u; part++) {
            sorted[part * params.capacity + to] = particles[part * params.capacity + old_slot];
        }
    }
}
