// The second half of the prefix sum: adds the totals of all earlier blocks.
@group(0) @binding(0) var<storage, read> totals: array<u32>;
@group(0) @binding(1) var<storage, read_write> starts: array<u32>;
var<workgroup> sums: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) t: u32) {
    var sum = 0u;
    for (var k = t; k < group.x; k += 256u) {
        sum += totals[k];
    }
    sums[t] = sum;
    workgroupBarrier();
    for (var half = 128u; half > 0u; half /= 2u) {
        if (t < half) {
            sums[t] += sums[t + half];
        }
        workgroupBarrier();
    }
    let before = sums[0];
    for (var k = 0u; k < 4u; k++) {
        let at = group.x * 1024u + k * 256u + t;
        if (at < arrayLength(&starts)) {
            starts[at] += before;
        }
    }
}
