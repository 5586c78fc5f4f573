// Exclusive prefix sums within blocks of 2,048 numbers, and the sum of each block. Mirrors std::exclusive_scan. Within a
// block: Hillis & Steele 1986 over the sums of eight numbers a thread.
struct Params { count: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;
@group(0) @binding(3) var<storage, read_write> block_sums: array<u32>;

// Two arrays that take turns, so that a step needs one barrier.
var<workgroup> up_to: array<array<u32, 256>, 2>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    let first = group.x * 2048u + thread * 8u;
    var before = array<u32, 8>();
    var sum = 0u;
    for (var k = 0u; k < 8u; k++) {
        before[k] = sum;
        if (first + k < params.count) { sum += numbers[first + k]; }
    }
    var here = 0u;
    var up_to_here = sum;
    for (var distance = 1u; distance < 256u; distance *= 2u) {
        up_to[here][thread] = up_to_here;
        workgroupBarrier();
        if (thread >= distance) { up_to_here += up_to[here][thread - distance]; }
        here = 1u - here;
    }
    let offset = up_to_here - sum;
    for (var k = 0u; k < 8u; k++) {
        if (first + k < params.count) { sums[first + k] = offset + before[k]; }
    }
    if (thread == 255u) { block_sums[group.x] = up_to_here; }
}
