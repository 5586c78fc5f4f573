// Mirrors Multigrid::build() (grid/pressure/multigrid.h): the matrix of the coarse grid of a level.
#include "compute/flip/pressure/level_layout.wgsl"
@group(0) @binding(0) var<uniform> level: Level;
@group(0) @binding(1) var<storage, read_write> matrix: array<f32>;
const link_scale = 0.25;
const air_scale = 0.36;

fn fine_index(c: vec3i) -> i32 { return level.first + c.x + 1 + (c.y + 1) * level.row + (c.z + 1) * level.slab; }
fn stride_of(axis: i32) -> i32 { return select(select(level.slab, level.row, axis == 1), 1, axis == 0); }

// The Dirichlet part of the diagonal: Stencil::air_diagonal() (grid/pressure/fluid_rows.h).
fn air_diagonal(i: i32) -> f32 {
    let diagonal = matrix[i];
    if (!(diagonal > 0.0)) { return 0.0; }
    var sum = 0.0;
    for (var axis = 0; axis < 3; axis++) {
        let link = (axis + 1) * level.part + i;
        sum += matrix[link] + matrix[link + stride_of(axis)];
    }
    let rest = diagonal - sum;
    return select(0.0, rest, rest > 1e-5 * diagonal);
}
// The link at the lower face of the coarse cell c along an axis.
fn coarse_link(c: vec3i, axis: i32) -> f32 {
    if (any(c >= level.coarse_n)) { return 0.0; }
    let b = (axis + 1) % 3;
    let d = (axis + 2) % 3;
    var sum = 0.0;
    for (var k = 0; k < 2; k++) {
        for (var j = 0; j < 2; j++) {
            var child = 2 * c;
            child[b] += j;
            child[d] += k;
            if (all(child < level.n)) { sum += matrix[(axis + 1) * level.part + fine_index(child)]; }
        }
    }
    return link_scale * sum;
}

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= level.coarse_slab * (level.coarse_n.z + 2)) { return; }
    let plane = at / level.coarse_slab;
    let rest = at - plane * level.coarse_slab;
    let line = rest / level.coarse_row;
    let c = vec3i(rest - line * level.coarse_row, line, plane) - 1;
    var links = vec3f(0.0);
    var diagonal = 0.0;
    if (all(c >= vec3i(0)) && all(c < level.coarse_n)) {
        var air = 0.0;
        for (var n = 0; n < 8; n++) {
            let child = 2 * c + vec3i(n & 1, (n >> 1u) & 1, n >> 2u);
            if (all(child < level.n)) { air += air_diagonal(fine_index(child)); }
        }
        diagonal = air_scale * air;
        for (var axis = 0; axis < 3; axis++) {
            var next = c;
            next[axis] += 1;
            links[axis] = coarse_link(c, axis);
            diagonal += links[axis] + coarse_link(next, axis);
        }
    }
    let i = level.coarse_first + at;
    matrix[i] = diagonal;
    for (var axis = 0; axis < 3; axis++) { matrix[(axis + 1) * level.part + i] = links[axis]; }
}
