// Mirrors ParticleSort::count_cells() (grid/particle_sort.h): the cell of each particle, and the number of particles by
// cell. Removed particles count to an entry behind the last cell.
#include "compute/drains.wgsl"
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> particles: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> places: array<vec2u>;  // cell, and any place in it
struct Removals {
    drains: u32,
    first_id: u32,  // the smallest that stays
    drain: array<Drain>,
}
@group(0) @binding(4) var<storage, read> removals: Removals;

fn is_removed(x: vec3f, id: u32) -> bool {
    if (id == 0xffffffffu || id < removals.first_id) { return true; }
    for (var n = 0u; n < removals.drains; n++) {
        if (is_in_drain(x, removals.drain[n])) { return true; }
    }
    return false;
}

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= params.count) { return; }
    let particle = particles[id.x];
    let x = bitcast<vec3f>(particle.xyz);
    var cell = u32(index_of(cell_of(in_cells(x))));
    if (is_removed(x, particle.w)) { cell = u32(params.size); }
    places[id.x] = vec2u(cell, atomicAdd(&counts[cell], 1u));
}
