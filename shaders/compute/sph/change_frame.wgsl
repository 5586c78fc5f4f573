// At the start of a step whose container has another velocity or position than the one before: the same particles in the
// new frame. Also removes the particles in drains (EmitterSystem::is_drained in src/domain/emitters.cpp) and the oldest.
#include "compute/sph/params.wgsl"
@group(0) @binding(1) var<storage, read_write> position: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> velocity_tag: array<vec4u>;

fn is_drained(x: vec3f) -> bool {
    for (var k = 0u; k < params.drains; k++) {
        if (is_in_drain(x, params.drain[k])) {
            return true;
        }
    }
    return false;
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let x = position[i];
    let moving = velocity_tag[i];
    let at = x.xyz + params.shift;
    let tag = select(moving.w, dead, is_drained(at) || (moving.w >> 2u) < params.oldest_kept);
    position[i] = vec4f(at, x.w);
    velocity_tag[i] = vec4u(bitcast<vec3u>(bitcast<vec3f>(moving.xyz) + params.shift_velocity), tag);
}
