// Appends emitted particles: FlipParticles::put() (grid/flip_particles.h).
@group(0) @binding(0) var<storage, read> emitted: array<vec4u>;  // number, first slot, capacity; then two by particle
@group(0) @binding(1) var<storage, read_write> particles: array<vec4u>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let head = emitted[0];
    if (id.x >= head.x) { return; }
    let slot = head.y + id.x;
    particles[slot] = emitted[1u + 2u * id.x];
    particles[head.z + slot] = emitted[2u + 2u * id.x];
    if (affine) {
        for (var part = 2u; part < 5u; part++) { particles[part * head.z + slot] = vec4u(); }
    }
}
