// The measures of all particles, from the 64 parts of measure_particles.wgsl, into the head of what is read back.
#include "compute/sph/reduce.wgsl"
@group(0) @binding(0) var<storage, read> parts_in: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> parts: array<vec4f>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) t: u32) {
    var m = Measures(parts_in[6u * t], parts_in[6u * t + 1u], parts_in[6u * t + 2u], parts_in[6u * t + 3u],
                     parts_in[6u * t + 4u], parts_in[6u * t + 5u].x);
    m = reduce(m, t);
    if (t == 0u) {
        store_measures(0u, m);
    }
}
