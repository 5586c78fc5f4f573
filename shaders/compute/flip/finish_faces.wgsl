// Mirrors the second part of SurfaceContinuity::apply(), FaceFields::add_old_velocity()
// (solvers/flip/flip_fields.h) and WallSeparation::reset().
#include "compute/flip/params.wgsl"
#include "compute/flip/wall_term.wgsl"
@group(0) @binding(1) var<storage, read> valid: array<u32>;
@group(0) @binding(2) var<storage, read> excess: array<vec2f>;
@group(0) @binding(3) var<storage, read> old: array<vec2f>;  // weight, velocity before forces
@group(0) @binding(4) var<storage, read_write> faces: array<vec2f>;
@group(0) @binding(5) var<storage, read_write> fraction: array<f32>;
@group(0) @binding(6) var<storage, read_write> opened: array<u32>;
@group(0) @binding(7) var<storage, read> wall: array<WallTerm>;  // of the faces beside a round wall, first
const variance = 1.0 / 6.0;  // cells^2, of a hat function
const noise = 0.02;  // cells
const min_weight = 0.01;
const max_offset = 2.0 / 3.0;

// The strides to the next two of the `count` faces that the component has up to a wall.
fn strides_to(stride: i32, mirror: bool, count: i32) -> vec2i {
    let one = min(count, 1) * stride;
    return vec2i(one, select(select(0, one, mirror), 2 * stride, count >= 2));
}

// Along x the field is read beyond its end on walls that it lies on: there is nothing.
fn moved_velocity(c: vec3i, face: i32, axis: i32) -> f32 {
    let here = old[face];
    if (!(here.x > 0.0)) { return 0.0; }
    let inv_here = 1.0 / max(here.x, min_weight);
    var moved = here.y;
    for (var d = 0; d < 3; d++) {
        let stride = stride_of(d);
        let mirror = axis != d;
        let low = strides_to(stride, mirror, c[d]);
        let high = strides_to(stride, mirror, params.n[d] - c[d] - select(0, 1, mirror));
        let before = old[face - low.x];
        let after = old[face + high.x];
        // offset_of_centre()
        let rise = here.x - before.x;
        let next = after.x - here.x;
        if (!(rise * next > 0.0)) { continue; }
        let at_end = min(max(abs(rise), abs(next)) * inv_here, 1.0);
        let slope = 2.0 * rise * next / (rise + next) * (1.0 + at_end);
        let offset = clamp(variance * inv_here * slope, -max_offset, max_offset);
        if (!(abs(offset) > noise)) { continue; }
        let up = next > 0.0;
        let far = select(old[face - low.y], old[face + high.y], up);
        let near = select(here.y - before.y, after.y - here.y, up);
        let beyond = select(before.y - far.y, far.y - after.y, up);
        let w_near = max(before.x, after.x);
        let w_beyond = select(0.0, far.x, select(low.y, high.y, up) != 0);
        // Limited, so that oscillations from face to face do not grow.
        let limited = select(max(min(beyond, 0.0), 2.0 * near), min(max(beyond, 0.0), 2.0 * near), near > 0.0);
        if (w_near > 0.0) { moved -= offset * select(near, limited, w_beyond > 0.5 * w_near); }
    }
    if (has_round_wall && wall[face].inner > 0.0) {
        let term = wall[face];
        let inside = i32(term.inner) + axis * params.size;
        let weight = 0.5 * (old[inside].x + old[inside + stride_of(axis)].x);
        // part_of_change()
        let full = clamp((weight * term.full / here.x - 0.2) / 0.6, 0.0, 1.0);
        moved = mix(moved, here.y + value_of(term), full * max(1.0 - 4.0 * params.pic * params.pic, 0.0));
    }
    return moved;
}

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    let c = coords_of(at);
    let real = are_faces(c);
    let inner = are_inner_faces(c);
    for (var axis = 0; axis < 3; axis++) {
        if (!real[axis]) { continue; }
        let face = axis * params.size + at;
        var u = faces[face];
        if (inner[axis] && valid[face] == 2u) {
            let next = stride_of(axis);
            var change = vec2f(0.0);
            if (valid[face + next] == 1u) { change += excess[at] * params.edge[axis]; }
            if (valid[face - next] == 1u) { change -= excess[at - next] * params.edge[axis]; }
            u += vec2f(change.x, clamp(change.y, -abs(u.y), abs(u.y)));
        }
        if (affine || !inner[axis]) {
            u.y += select(params.pic, 1.0, affine) * old[face].y;
        } else if (params.pic > 0.0) {
            u.y += params.pic * moved_velocity(c, face, axis);
        }
        faces[face] = u;
    }
    // With solids in the tank take_constrained.wgsl closes the ceilings.
    if (!has_solids && opened[at] != 0u) {
        fraction[params.up_axis * params.size + at] = 0.0;
        opened[at] = 0u;
    }
}
