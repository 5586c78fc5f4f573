// Appends emitted particles: FlipParticles::put() (grid/flip_particles.h).
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> emitted: array<vec4u>;  // their number and the first slot; two each
@group(0) @binding(2) var<storage, read_write> particles: array<vec4u>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= emitted[0].x) { return; }
    let slot = emitted[0].y + id.x;
    particles[slot] = emitted[1u + 2u * id.x];
    particles[params.capacity + slot] = emitted[2u + 2u * id.x];
    if (affine) {
        for (var part = 2u; part < 5u; part++) { particles[part * params.capacity + slot] = vec4u(); }
    }
}
