// Particles in the order of their cells, and within a cell in their order before. Applies the forces of the pointer, which act at the start of a sub-step of pcisph. CellGrid::sort_rows_by_column in
// src/search/cell_grid.cpp, ParticleArrays::gather in src/sph/particle_arrays.h.
#include "compute/sph/params.wgsl"
#include "compute/sph/pointers.wgsl"
@group(0) @binding(1) var<storage, read> cell_of_slot: array<u32>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read> slots: array<u32>;
@group(0) @binding(4) var<storage, read> position: array<vec4f>;
@group(0) @binding(5) var<storage, read> velocity_tag: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> sorted_position: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> sorted_velocity_tag: array<vec4u>;
#include "compute/stable_rank.wgsl"

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= params.count) {
        return;
    }
    let i = slots[id.x];
    let slot = stable_slot(cell_of_slot[i], i, id.x);
    let x = position[i];
    let v = velocity_tag[i];
    sorted_position[slot] = x;
    if (pushes) {
        sorted_velocity_tag[slot] = vec4u(bitcast<vec3u>(with_pointer_forces(x.xyz, bitcast<vec3f>(v.xyz))), v.w);
    } else {
        sorted_velocity_tag[slot] = v;
    }
}
