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
@group(0) @binding(1) var<storage, read> motion_parts: array<MotionPart>;  // by group
@group(0) @binding(2) var<storage, read> marks: array<u32>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
@group(0) @binding(4) var<storage, read_write> motion: Motion;
#include "compute/flip/motion_parts.wgsl"

var<workgroup> thread_parts: array<MotionPart, 128>;

@compute @workgroup_size(128) fn main(@builtin(local_invocation_index) local: u32) {
    var part = no_motion();
    for (var n = local; n < (params.count + 255u) / 256u; n += 128u) { part = combined(part, motion_parts[n]); }
    thread_parts[local] = part;
    workgroupBarrier();
    if (local < 16u) {
        var row = no_motion();
        for (var n = local; n < 128u; n += 16u) { row = combined(row, thread_parts[n]); }
        row_parts[local] = row;
    }
    workgroupBarrier();
    if (local == 0u) {
        let all = combine_rows();
        let corrects = has(free_fall) && marks[0] == 0u && params.count > 0u;
        let correction = select(vec3f(0.0), -all.gained / f32(params.count), corrects);
        motion.correction = correction;
        motion.touches = marks[0];
        motion.min_velocity = all.min_velocity + correction;
        motion.opened = marks[1];
        motion.max_velocity = all.max_velocity + correction;
        motion.low = all.low;
        motion.high = all.high;
        motion.alive = starts[params.size];
        motion.groups = vec4u(select(0u, (params.count + 255u) / 256u, corrects), 1u, 1u, 0u);
    }
}
