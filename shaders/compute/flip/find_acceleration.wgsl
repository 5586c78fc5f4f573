// Mirrors TrapezoidalRule::find_acceleration() (grid/liquid/trapezoidal_rule.h).
#include "compute/flip/params.wgsl"
#include "compute/flip/acceleration.wgsl"
@group(0) @binding(1) var<storage, read> phi: array<f32>;
@group(0) @binding(2) var<storage, read> faces: array<vec2f>;  // velocity, and its change in this sub-step
@group(0) @binding(3) var<storage, read> valid: array<u32>;
@group(0) @binding(4) var<storage, read> change: array<f32>;
@group(0) @binding(5) var<storage, read_write> acceleration: array<f32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    let inner = are_inner_faces(coords_of(at));
    for (var axis = 0; axis < 3; axis++) {
        let face = axis * params.size + at;
        var a = outside;
        if (inner[axis] && valid[face] != 0u && phi[at] < 0.0 && phi[at - stride_of(axis)] < 0.0) {
            a = select(entered, faces[face].y / params.dt - change[face], acceleration[face] < outside);
        }
        acceleration[face] = a;
    }
}
