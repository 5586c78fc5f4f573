// Mirrors ParticleSort::count_cells() (grid/particle_sort.h): the cell of each particle, and the number of particles by
// cell. Removed particles count to an entry behind the last cell.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> particles: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> places: array<vec2u>;  // cell, and any place in it
@group(0) @binding(4) var<storage, read> removals: array<vec4u>;  // see is_removed()

// First the number of drains and the smallest id that stays. Then two by drain: centre and shape, half.
fn is_removed(x: vec3f, id: u32) -> bool {
    if (id == 0xffffffffu || id < removals[0].y) { return true; }
    for (var n = 0u; n < removals[0].x; n++) {
        let centre = bitcast<vec4f>(removals[1u + 2u * n]);
        let half = bitcast<vec4f>(removals[2u + 2u * n]);
        let away = x - centre.xyz;
        if (centre.w == 0.0 && dot(away, away) < half.x * half.x) { return true; }
        if (centre.w == 1.0 && all(abs(away) < half.xyz)) { return true; }
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
