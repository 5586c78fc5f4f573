// What measure_particles.wgsl finds: struct Measures of src/gpu/sph/particle_readback.h.
struct Measures {
    flow: vec4f,   // sums of the velocity relative to the container and of its square
    state: vec4f,  // sums of energy, |density error|, compression, pressure
    maxima: vec4f, // maxima of the squared speed, the same relative to the container, of particles that are not spray; top
    hi: vec4f,     // upper corner; 1 with a particle that is not finite
    lo: vec4f,     // minus the lower corner
    alive: f32,
}
fn no_measures() -> Measures {
    return Measures(vec4f(0.0), vec4f(0.0), vec4f(0.0, 0.0, -1e30, -1e30), vec4f(vec3f(-3e38), 0.0), vec4f(-3e38), 0.0);
}

var<workgroup> shared_vectors: array<vec4f, 64>;
fn sum_of(v: vec4f, t: u32) -> vec4f {
    shared_vectors[t] = v;
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if (t < half) {
            shared_vectors[t] += shared_vectors[t + half];
        }
        workgroupBarrier();
    }
    let total = shared_vectors[0];
    workgroupBarrier();
    return total;
}
fn maximum_of(v: vec4f, t: u32) -> vec4f {
    shared_vectors[t] = v;
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if (t < half) {
            shared_vectors[t] = max(shared_vectors[t], shared_vectors[t + half]);
        }
        workgroupBarrier();
    }
    let maximum = shared_vectors[0];
    workgroupBarrier();
    return maximum;
}
fn reduce(m: Measures, t: u32) -> Measures {
    return Measures(sum_of(m.flow, t), sum_of(m.state, t), maximum_of(m.maxima, t), maximum_of(m.hi, t),
                    maximum_of(m.lo, t), sum_of(vec4f(m.alive), t).x);
}
fn store_measures(at: u32, m: Measures) {
    parts[6u * at] = m.flow;
    parts[6u * at + 1u] = m.state;
    parts[6u * at + 2u] = m.maxima;
    parts[6u * at + 3u] = m.hi;
    parts[6u * at + 4u] = m.lo;
    parts[6u * at + 5u] = vec4f(m.alive);
}
