// The velocity of the particles in inlet zones. Mirrors GridInflowOutflow::prescribe_inlet() (grid/liquid/inflow_outflow.h).
#include "compute/flip/params.wgsl"
#include "compute/inlet.wgsl"
@group(0) @binding(2) var<storage, read_write> particles: array<vec4u>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= params.count) { return; }
    let own = particles[params.capacity + id.x];
    let held = inlet_velocity(particles[id.x].w, bitcast<vec3f>(own.xyz), -0.5 * params.dt);
    if (held.w > 0.0) { particles[params.capacity + id.x] = vec4u(bitcast<vec3u>(held.xyz), own.w); }
}
