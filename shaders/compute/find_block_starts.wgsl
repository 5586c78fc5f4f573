// The first half of an exclusive prefix sum of `counts`: within each block of 1024, and the total of each block. Leaves
// zeros in `counts` for the next use. CellGrid::offset_rows in src/search/cell_grid.cpp.
@group(0) @binding(0) var<storage, read_write> counts: array<u32>;
@group(0) @binding(1) var<storage, read_write> starts: array<u32>;
@group(0) @binding(2) var<storage, read_write> totals: array<u32>;
var<workgroup> sums: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) t: u32) {
    let first = group.x * 1024u + t * 4u;
    var own: array<u32, 4>;
    var sum = 0u;
    for (var k = 0u; k < 4u; k++) {
        own[k] = sum;
        if (first + k < arrayLength(&counts)) {
            sum += counts[first + k];
            counts[first + k] = 0u;
        }
    }
    sums[t] = sum;
    workgroupBarrier();
    for (var step = 1u; step < 256u; step *= 2u) {
        let before = select(0u, sums[max(t, step) - step], t >= step);
        workgroupBarrier();
        sums[t] += before;
        workgroupBarrier();
    }
    for (var k = 0u; k < 4u; k++) {
        if (first + k < arrayLength(&starts)) {
            starts[first + k] = sums[t] - sum + own[k];
        }
    }
    if (t == 255u) {
        totals[group.x] = sums[t];
    }
}
