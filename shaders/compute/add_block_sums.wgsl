// Adds to the prefix sums of each block of 2,048 numbers the sum of all blocks before it.
struct Params { count: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> sums_before: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    let before = sums_before[group.x];
    for (var k = 0u; k < 8u; k++) {
        let i = group.x * 2048u + k * 256u + thread;
        if (i < params.count) { sums[i] += before; }
    }
}
