// Mirrors subtract_gradient() (grid/liquid/projection.h), WallSeparation::clamp_velocity() and
// FaceFields::make_velocity_delta().
#include "compute/flip/params.wgsl"
#include "compute/flip/inv_theta.wgsl"
@group(0) @binding(1) var<storage, read> phi: array<f32>;
@group(0) @binding(2) var<storage, read> fraction: array<f32>;
@group(0) @binding(3) var<storage, read> pressure: array<f32>;
@group(0) @binding(4) var<storage, read> old: array<vec2f>;
@group(0) @binding(5) var<storage, read> opened: array<u32>;
@group(0) @binding(6) var<storage, read_write> faces: array<vec2f>;
@group(0) @binding(7) var<storage, read_write> valid: array<u32>;
const min_valid_fraction = 0.1;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    let inner = are_inner_faces(coords_of(at));
    for (var axis = 0; axis < 3; axis++) {
        let face = axis * params.size + at;
        let back = stride_of(axis);
        let scale = params.shortest * params.shortest * params.inv_edge[axis];
        var u = faces[face].x;
        var is_valid = false;
        if (inner[axis]) {
            let low = phi[at - back];
            let high = phi[at];
            let open = fraction[face];
            if (open > 0.0 && (low < 0.0 || high < 0.0)) {
                let fluid = select(high, low, low < 0.0);
                let factor = inv_theta(fluid, select(low, high, low < 0.0));
                u -= (pressure[at] - pressure[at - back]) * factor * scale;
                is_valid = open >= min_valid_fraction;
            }
        }
        if (axis == params.up_axis && opened[at] != 0u) {
            let sign = f32(params.up_sign);
            if (opened[at] == 2u) {
                u += sign * pressure[select(at, at - back, params.up_sign > 0)] * scale;
            }
            u = sign * min(sign * u, 0.0);
        }
        faces[face] = vec2f(u, u - old[face].y);
        valid[face] = u32(is_valid);
    }
}
