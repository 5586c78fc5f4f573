// Mirrors MomentumCorrection::end() (grid/forces/momentum_correction.h). Runs in free fall only.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> motion: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> particles: array<vec4u>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= params.count) { return; }
    let before = particles[params.capacity + id.x];
    particles[params.capacity + id.x] = vec4u(bitcast<vec3u>(bitcast<vec3f>(before.xyz) + motion[0].xyz), before.w);
}
