// Mirrors Multigrid::cycle() (grid/pressure/multigrid.cpp) on the coarsest grids, from levels[0] to a single cell: one
// group does a V-cycle from x = 0.
#include "compute/flip/pressure/chebyshev.wgsl"
#include "compute/flip/pressure/level_layout.wgsl"
struct Bottom {
    count: vec4i,
    levels: array<Level, 16>,
}
@group(0) @binding(0) var<uniform> bottom: Bottom;
@group(0) @binding(1) var<storage, read> matrix: array<f32>;
@group(0) @binding(2) var<storage, read_write> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> scratch: array<f32>;
const residual_scale = 0.5;

fn index_in(l: i32, c: vec3i) -> i32 {
    return bottom.levels[l].first + c.x + 1 + (c.y + 1) * bottom.levels[l].row + (c.z + 1) * bottom.levels[l].slab;
}
// The n-th cell of a level.
fn cell_in(l: i32, n: i32) -> vec3i {
    let across = bottom.levels[l].n.x;
    let plane = across * bottom.levels[l].n.y;
    let k = n / plane;
    let left = n - k * plane;
    return vec3i(left - left / across * across, left / across, k);
}
fn cells_in(l: i32) -> i32 { return bottom.levels[l].n.x * bottom.levels[l].n.y * bottom.levels[l].n.z; }
// Sides: lower and upper along x, y, z.
fn stride_in(l: i32, side: u32) -> i32 {
    return select(select(bottom.levels[l].slab, bottom.levels[l].row, side / 2u == 1u), 1, side / 2u == 0u);
}
fn link_of(l: i32, i: i32, side: u32) -> i32 {
    let stride = stride_in(l, side);
    return (i32(side / 2u) + 1) * bottom.levels[l].part + i + select(0, stride, (side & 1u) == 1u);
}
fn beside(l: i32, i: i32, side: u32) -> i32 {
    let stride = stride_in(l, side);
    return i + select(-stride, stride, (side & 1u) == 1u);
}
fn around_x(l: i32, i: i32) -> f32 {
    var sum = 0.0;
    for (var side = 0u; side < 6u; side++) { sum += matrix[link_of(l, i, side)] * x[beside(l, i, side)]; }
    return sum;
}
fn around_scratch(l: i32, i: i32) -> f32 {
    var sum = 0.0;
    for (var side = 0u; side < 6u; side++) { sum += matrix[link_of(l, i, side)] * scratch[beside(l, i, side)]; }
    return sum;
}
fn sweep_to_scratch(l: i32, local: i32, weight: f32) {
    for (var n = local; n < cells_in(l); n += 256) {
        let i = index_in(l, cell_in(l, n));
        let diagonal = matrix[i];
        if (diagonal > 0.0) { scratch[i] = (1.0 - weight) * x[i] + weight * (b[i] + around_x(l, i)) / diagonal; }
    }
    storageBarrier();
}
fn sweep_to_x(l: i32, local: i32, weight: f32) {
    for (var n = local; n < cells_in(l); n += 256) {
        let i = index_in(l, cell_in(l, n));
        let diagonal = matrix[i];
        if (diagonal > 0.0) { x[i] = (1.0 - weight) * scratch[i] + weight * (b[i] + around_scratch(l, i)) / diagonal; }
    }
    storageBarrier();
}
fn start_from_zero(l: i32, local: i32) {
    for (var n = local; n < cells_in(l); n += 256) {
        let i = index_in(l, cell_in(l, n));
        let diagonal = matrix[i];
        var result = 0.0;
        if (diagonal > 0.0) {
            var sum = 0.0;
            for (var side = 0u; side < 6u; side++) {
                let link = matrix[link_of(l, i, side)];
                let other = beside(l, i, side);
                if (link > 0.0) { sum += link * b[other] / matrix[other]; }
            }
            result = ((first_weight + second_weight - first_weight * second_weight) * b[i] +
                      first_weight * second_weight * sum) / diagonal;
        }
        x[i] = result;
    }
    storageBarrier();
}
fn restrict_from(l: i32, local: i32) {
    for (var n = local; n < cells_in(l + 1); n += 256) {
        let c = cell_in(l + 1, n);
        let i = index_in(l + 1, c);
        if (!(matrix[i] > 0.0)) { continue; }
        var sum = 0.0;
        for (var child = 0; child < 8; child++) {
            let fine = 2 * c + vec3i(child & 1, (child >> 1u) & 1, child >> 2u);
            if (any(fine >= bottom.levels[l].n)) { continue; }
            let j = index_in(l, fine);
            let diagonal = matrix[j];
            if (diagonal > 0.0) { sum += b[j] - diagonal * x[j] + around_x(l, j); }
        }
        b[i] = residual_scale * sum;
    }
    storageBarrier();
}
fn correct(l: i32, local: i32) {
    for (var n = local; n < cells_in(l); n += 256) {
        let c = cell_in(l, n);
        let i = index_in(l, c);
        if (matrix[i] > 0.0) { x[i] += x[index_in(l + 1, c / 2)]; }
    }
    storageBarrier();
}

@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) index: u32) {
    let local = i32(index);
    let last = bottom.count.x - 1;
    for (var l = 0; l < last; l++) {
        start_from_zero(l, local);
        restrict_from(l, local);
    }
    if (local == 0) {
        let i = index_in(last, vec3i(0));
        let diagonal = matrix[i];
        x[i] = select(0.0, b[i] / diagonal, diagonal > 0.0);
    }
    storageBarrier();
    for (var l = last - 1; l >= 0; l--) {
        correct(l, local);
        sweep_to_scratch(l, local, second_weight);
        sweep_to_x(l, local, first_weight);
    }
}
