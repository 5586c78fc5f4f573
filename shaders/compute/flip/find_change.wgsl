// Mirrors TrapezoidalRule::find_change() (grid/liquid/trapezoidal_rule.h).
#include "compute/flip/params.wgsl"
#include "compute/flip/acceleration.wgsl"
@group(0) @binding(1) var<storage, read> faces: array<vec2f>;  // velocity, and what particles take of it
@group(0) @binding(2) var<storage, read> acceleration: array<f32>;
@group(0) @binding(3) var<storage, read_write> change: array<f32>;
#include "compute/flip/velocity_at_face.wgsl"
const max_change = 1.0 / 32.0;

fn slope(before: f32, here: f32, behind: f32) -> f32 {
    let has_before = before < entered;
    let has_behind = behind < entered;
    let difference = select(0.0, behind - here, has_behind) + select(0.0, here - before, has_before);
    return difference * select(1.0, 0.5, has_before && has_behind);
}

fn change_of(face: i32, at: i32, axis: i32) -> f32 {
    let here = acceleration[face];
    if (!(here < entered)) { return 0.0; }
    let velocity = velocity_at_face(at, axis);
    var sum = 0.0;
    for (var d = 0; d < 3; d++) {
        let stride = stride_of(d);
        let crossed = velocity[d] * (params.dt * params.inv_edge[d]);
        // Farther on the acceleration is not linear.
        if (abs(crossed) > 1.0) { return 0.0; }
        sum += crossed * slope(acceleration[face - stride], here, acceleration[face + stride]);
    }
    let limit = max_change / params.dt * length(velocity);
    return clamp(-0.5 * sum, -limit, limit);
}

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    let inner = are_inner_faces(coords_of(at));
    for (var axis = 0; axis < 3; axis++) {
        let face = axis * params.size + at;
        change[face] = 0.0;
        if (inner[axis]) { change[face] = change_of(face, at, axis); }
    }
}
