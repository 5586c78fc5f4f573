// The first half of a sub-step: forces of the pointer, kick, drift, walls; and the cells of the new positions.
// src/solvers/wcsph/time_integration.h.
#include "compute/sph/params.wgsl"
#include "compute/sph/cells.wgsl"
#include "compute/sph/walls.wgsl"
#include "compute/sph/pointers.wgsl"
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> volume_pressure: array<vec2f>;
@group(0) @binding(3) var<storage, read> acceleration: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> velocity_tag: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> moved_position: array<vec4f>;  // and the volume
@group(0) @binding(6) var<storage, read_write> cell_of_slot: array<u32>;
@group(0) @binding(7) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let moving = velocity_tag[i];
    if (moving.w == dead) {
        cell_of_slot[i] = cell_count();
        atomicAdd(&counts[cell_count()], 1u);
        moved_position[i] = vec4f(params.centre, 0.0);
        return;
    }
    let before = position[i].xyz;
    let a = acceleration[i].xyz + params.gravity;
    var p = Moving(before, with_pointer_forces(before, bitcast<vec3f>(moving.xyz)));
    if (params.leapfrog != 0u) {
        p.v += 0.5 * params.dt * a;
    }
    p.x += p.v * params.dt;
    p = stay_inside(p, wall_inset(moving.w), select(1.0, 2.0, params.mirrors != 0u));
    if (params.leapfrog == 0u) {
        p.v += params.dt * a;
    }
    velocity_tag[i] = vec4u(bitcast<vec3u>(p.v), moving.w);
    moved_position[i] = vec4f(p.x, volume_pressure[i].x);
    let cell = cell_of(p.x);
    cell_of_slot[i] = cell;
    atomicAdd(&counts[cell], 1u);
}
