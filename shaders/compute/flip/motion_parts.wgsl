// Sums, minima and maxima over a group of 256 threads.
var<workgroup> thread_vectors: array<vec3f, 256>;

// how: 0 the sum, 1 the minimum, 2 the maximum.
fn combined(a: vec3f, b: vec3f, how: u32) -> vec3f {
    if (how == 0u) { return a + b; }
    return select(max(a, b), min(a, b), how == 1u);
}
fn combine_group(value: vec3f, local: u32, how: u32) -> vec3f {
    thread_vectors[local] = value;
    workgroupBarrier();
    for (var half = 128u; half > 0u; half /= 2u) {
        if (local < half) { thread_vectors[local] = combined(thread_vectors[local], thread_vectors[local + half], how); }
        workgroupBarrier();
    }
    let total = thread_vectors[0];
    workgroupBarrier();
    return total;
}
