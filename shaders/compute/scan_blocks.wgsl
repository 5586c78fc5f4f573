// Exclusive prefix sums within blocks of 1,024 numbers, and the sum of each block. Mirrors std::exclusive_scan. Within a
// block: Hillis & Steele 1986 over the sums of four numbers a thread.
struct Params { count: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;
@group(0) @binding(3) var<storage, read_write> block_sums: array<u32>;

var<workgroup> up_to: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    let first = group.x * 1024u + thread * 4u;
    var before = array<u32, 4>();
    var sum = 0u;
    for (var k = 0u; k < 4u; k++) {
        before[k] = sum;
        if (first + k < params.count) { sum += numbers[first + k]; }
    }
    up_to[thread] = sum;
    workgroupBarrier();
    for (var distance = 1u; distance < 256u; distance *= 2u) {
        var lower = 0u;
        if (thread >= distance) { lower = up_to[thread - distance]; }
        workgroupBarrier();
        up_to[thread] += lower;
        workgroupBarrier();
    }
    let offset = up_to[thread] - sum;
    for (var k = 0u; k < 4u; k++) {
        if (first + k < params.count) { sums[first + k] = offset + before[k]; }
    }
    if (thread == 255u) { block_sums[group.x] = up_to[255]; }
}
