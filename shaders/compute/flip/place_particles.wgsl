// The slots of each cell, in any order within the cell; see sort_particles.wgsl.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> places: array<vec2u>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> slots: array<u32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= params.count) { return; }
    let place = places[id.x];
    slots[starts[place.x] + place.y] = id.x;
}
