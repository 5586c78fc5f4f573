// The grid that a pass is for, and its matrix.
#include "compute/flip/pressure/level_layout.wgsl"
@group(0) @binding(0) var<uniform> level: Level;
@group(0) @binding(1) var<storage, read> matrix: array<f32>;

fn level_coords(at: i32) -> vec3i {
    let plane = at / level.slab;
    let rest = at - plane * level.slab;
    let line = rest / level.row;
    return vec3i(rest - line * level.row, line, plane) - 1;
}
fn coarse_coords(at: i32) -> vec3i {
    let plane = at / level.coarse_slab;
    let rest = at - plane * level.coarse_slab;
    let line = rest / level.coarse_row;
    return vec3i(rest - line * level.coarse_row, line, plane) - 1;
}
fn coarse_index(c: vec3i) -> i32 {
    return level.coarse_first + c.x + 1 + (c.y + 1) * level.coarse_row + (c.z + 1) * level.coarse_slab;
}
