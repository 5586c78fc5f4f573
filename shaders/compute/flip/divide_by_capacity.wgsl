// Mirrors CellCapacity::divide_by_capacity() (grid/boundaries/cell_capacity.h).
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> raw: array<f32>;  // density before
@group(0) @binding(2) var<storage, read> cut: array<f32>;  // capacity, open volume, flux
@group(0) @binding(3) var<storage, read> fraction: array<f32>;
@group(0) @binding(4) var<storage, read_write> density: array<f32>;
const merge_capacity = 0.6;
const min_capacity = 0.02;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    var result = 0.0;
    if (is_cell(coords_of(at))) {
        var particles = raw[at];
        var capacity = cut[at];
        if (capacity < merge_capacity) {
            for (var axis = 0; axis < 3; axis++) {
                let stride = stride_of(axis);
                let face = axis * params.size + at;
                let low = fraction[face];
                if (low > 0.0) {
                    particles += low * raw[at - stride];
                    capacity += low * cut[at - stride];
                }
                let high = fraction[face + stride];
                if (high > 0.0) {
                    particles += high * raw[at + stride];
                    capacity += high * cut[at + stride];
                }
            }
        }
        if (capacity > min_capacity) { result = particles / capacity; }
    }
    density[at] = result;
}
