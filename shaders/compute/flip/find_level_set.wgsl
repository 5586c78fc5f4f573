// Mirrors find_level_set() (grid/liquid/level_set.h) and CellCapacity::fill_small_cells().
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> density: array<f32>;
@group(0) @binding(3) var<storage, read> cut: array<f32>;  // capacity, open volume, flux
@group(0) @binding(4) var<storage, read_write> phi: array<f32>;
@group(0) @binding(5) var<storage, read_write> isolated: array<u32>;

fn surface_distance(d: f32) -> f32 {
    let excess = d - 0.5;
    let q = min(abs(excess), 0.5);
    var distance = 1.5 - sqrt(12.0 * (0.5 - q));
    if (q < 1.0 / 3.0) {
        distance = 1.25 - sqrt(max(1.5625 - 3.0 * q, 0.0));
    } else if (q < 23.0 / 48.0) {
        distance = 1.1 - sqrt(max(1.16 - 2.4 * q, 0.0));
    }
    return select(distance, -distance, excess > 0.0);
}

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    let c = coords_of(at);
    var here = 0.0;
    var is_isolated = false;
    if (is_cell(c)) {
        let filled = starts[at + 1] > starts[at];
        if (has(full_cells)) {
            here = select(0.0, -1.0, filled);
        } else {
            here = surface_distance(density[at]);
            if (here >= 0.0 && filled) {
                is_isolated = true;
                for (var axis = 0; axis < 3; axis++) {
                    let stride = stride_of(axis);
                    // Where the density is above one half, phi is below 0. It is 0 in the border.
                    if (density[at - stride] > 0.5 || density[at + stride] > 0.5) { is_isolated = false; }
                }
            }
        }
        if (has_solids) {
            if (cut[at] < 1.0 && here >= 0.0 && density[at] > 0.5) { here = -1.0; }
        }
    }
    phi[at] = here;
    isolated[at] = u32(is_isolated);
}
