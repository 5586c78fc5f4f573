// Before a sub-step: the velocity and the acceleration of the particles in inlet zones.
// InflowOutflow::prescribe_inlet in src/sph/inflow_outflow.h.
#include "compute/sph/params.wgsl"
#include "compute/inlet.wgsl"
@group(0) @binding(2) var<storage, read> volume_pressure: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> velocity_tag: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> acceleration: array<vec4f>;  // without gravity

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let volume = volume_pressure[i].x;  // 0 if unknown
    if (volume > 0.0 && params.volume > blocked_ratio * volume) {
        return;
    }
    let moving = velocity_tag[i];
    let held = inlet_velocity(moving.w >> 2u, bitcast<vec3f>(moving.xyz), select(0.5 * params.dt, 0.0, params.leapfrog != 0u));
    if (moving.w != dead && held.w > 0.0) {
        velocity_tag[i] = vec4u(bitcast<vec3u>(held.xyz), moving.w);
        acceleration[i] = vec4f(0.0);
    }
}
