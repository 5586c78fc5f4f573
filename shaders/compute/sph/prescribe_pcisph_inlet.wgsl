// After the forces: the velocity and the prediction of the particles in inlet zones, which the pressure does not change.
// InflowOutflow::prescribe_inlet in src/sph/inflow_outflow.h, predict_position() in src/solvers/pcisph/prediction.h.
#include "compute/sph/params.wgsl"
#include "compute/inlet.wgsl"
#include "compute/sph/walls.wgsl"
#include "compute/sph/prediction.wgsl"
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> velocity_tag: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> displacement: array<vec4f>;  // and the density ratio
@group(0) @binding(5) var<storage, read_write> predicted: array<vec4f>;    // 1 in inlet zones, else 0

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count || displacement[i].w > blocked_ratio) {
        return;
    }
    let moving = velocity_tag[i];
    let held = inlet_velocity(moving.w >> 2u, bitcast<vec3f>(moving.xyz), -0.5 * params.dt);
    if (moving.w != dead && held.w > 0.0) {
        let fall = params.gravity * params.dt * params.dt;
        velocity_tag[i] = vec4u(bitcast<vec3u>(held.xyz), moving.w);
        displacement[i] = vec4f(fall, displacement[i].w);
        predicted[i] = vec4f(predict_position(position[i].xyz, held.xyz, fall), 1.0);
    }
}
