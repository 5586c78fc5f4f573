// Mirrors find_density() (grid/liquid/level_set.h).
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> old: array<vec2f>;  // weight, velocity before forces
@group(0) @binding(2) var<storage, read_write> density: array<f32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    var sum = 0.0;
    if (is_cell(coords_of(at))) {
        for (var axis = 0; axis < 3; axis++) {
            let face = axis * params.size + at;
            sum += old[face].x + old[face + stride_of(axis)].x;
        }
    }
    density[at] = sum * params.density_scale;
}
