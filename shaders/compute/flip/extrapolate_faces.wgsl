// Mirrors Extrapolation (grid/extrapolate.h), one layer a dispatch. valid: 1, and 2, 3, ... in the layers, as the
// inverse of the mask there; 0 where there is no velocity.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<uniform> layer: vec4u;  // x: counted from 2
@group(0) @binding(2) var<storage, read_write> faces: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> valid: array<u32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    let inner = are_inner_faces(coords_of(at));
    for (var axis = 0; axis < 3; axis++) {
        let face = axis * params.size + at;
        if (!inner[axis] || valid[face] != 0u) { continue; }
        var sum = vec2f(0.0);
        var count = 0.0;
        for (var side = 0; side < 6; side++) {
            let stride = stride_of(side / 2);
            let beside = face + select(stride, -stride, (side & 1) == 1);
            // A face that another thread extends now has 0 or this layer: neither counts.
            let known = valid[beside];
            if (known > 0u && known < layer.x) {
                sum += faces[beside];
                count += 1.0;
            }
        }
        if (count > 0.0) {
            faces[face] = sum / count;
            valid[face] = layer.x;
        }
    }
}
