// Mirrors the first part of SurfaceContinuity::apply() (grid/liquid/surface_continuity.h): the divergence of the cells
// of air beside the fluid, over the number of faces that take it, of the velocity and of its change.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> phi: array<f32>;
@group(0) @binding(2) var<storage, read> fraction: array<f32>;
@group(0) @binding(3) var<storage, read> faces: array<vec2f>;
@group(0) @binding(4) var<storage, read> valid: array<u32>;
@group(0) @binding(5) var<storage, read_write> excess: array<vec2f>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    var sum = vec2f(0.0);
    var count = 0.0;
    var whole = is_cell(coords_of(at)) && phi[at] >= 0.0;
    if (whole) {
        for (var axis = 0; axis < 3; axis++) {
            let face = axis * params.size + at;
            let next = face + stride_of(axis);
            let low = valid[face];
            let high = valid[next];
            count += f32((low == 1u && high == 2u) || (low == 2u && high == 1u));
            // A closed face is extended only behind a solid.
            whole = whole && (low == 0u || fraction[face] == 1.0) && (high == 0u || fraction[next] == 1.0);
            sum += (faces[next] - faces[face]) * params.inv_edge[axis];
        }
    }
    excess[at] = select(vec2f(0.0), sum / max(count, 1.0), whole && count > 0.0);
}
