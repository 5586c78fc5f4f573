// The ranges of velocities and positions of all particles, and MomentumCorrection (grid/forces/momentum_correction.h):
// what free fall lacks. Velocities are only corrected where the fluid touches no wall.
#include "compute/flip/params.wgsl"
struct Motion {
    correction: vec3f,  // m/s
    touches: u32,  // 1: a wall
    min_velocity: vec3f,
    opened: u32,  // 1: a ceiling has opened
    max_velocity: vec3f,
    alive: u32,
    low: vec3f,  // m
    spare_0: u32,
    high: vec3f,
    spare_1: u32,
    groups: vec4u,  // of the correction
}
@group(0) @binding(1) var<storage, read> motion_parts: array<vec4f>;  // five by group
@group(0) @binding(2) var<storage, read> marks: array<u32>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
@group(0) @binding(4) var<storage, read_write> motion: Motion;
#include "compute/flip/motion_parts.wgsl"

fn combine_parts(which: u32, start: f32, local: u32, how: u32) -> vec3f {
    var value = vec3f(start);
    for (var n = local; n < (params.count + 255u) / 256u; n += 256u) {
        value = combined(value, motion_parts[5u * n + which].xyz, how);
    }
    return combine_group(value, local, how);
}

@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) local: u32) {
    let sum = combine_parts(0u, 0.0, local, 0u);
    let v_low = combine_parts(1u, 3e38, local, 1u);
    let v_high = combine_parts(2u, -3e38, local, 2u);
    let low = combine_parts(3u, 3e38, local, 1u);
    let high = combine_parts(4u, -3e38, local, 2u);
    if (local == 0u) {
        let corrects = has(free_fall) && marks[0] == 0u && params.count > 0u;
        let correction = select(vec3f(0.0), -sum / f32(params.count), corrects);
        motion.correction = correction;
        motion.touches = marks[0];
        motion.min_velocity = v_low + correction;
        motion.opened = marks[1];
        motion.max_velocity = v_high + correction;
        motion.low = low;
        motion.high = high;
        motion.alive = starts[params.size];
        motion.groups = vec4u(select(0u, (params.count + 255u) / 256u, corrects), 1u, 1u, 0u);
    }
}
