// Mirrors WallSeparation::activate() (grid/boundaries/wall_separation.h). opened: by face along the axis, 2 of a wall
// of the tank, 1 of a solid within it.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> pressure: array<f32>;
@group(0) @binding(2) var<storage, read> matrix: array<f32>;
@group(0) @binding(3) var<storage, read_write> phi: array<f32>;
@group(0) @binding(4) var<storage, read_write> fraction: array<f32>;
@group(0) @binding(5) var<storage, read_write> faces: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> opened: array<u32>;
@group(0) @binding(7) var<storage, read_write> marks: array<atomic<u32>>;  // [1]: some face has opened

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    let c = coords_of(at);
    if (!is_cell(c)) { return; }
    let axis = params.up_axis;
    let last = select(0, params.n[axis] - 1, params.up_sign > 0);
    let wall = c[axis] == last;
    if (!wall && !has(inner_ceilings)) { return; }
    let along = stride_of(axis);
    let behind = along * params.up_sign;
    let face = select(at, at + along, params.up_sign > 0);
    let first = axis * params.size;
    // Suction below a tenth of the hydrostatic pressure of a cell is solver error.
    let suction =
        -0.1 * abs(params.gravity[axis]) * params.dt * params.edge[axis] / (params.shortest * params.shortest);
    if (!(pressure[at] < suction) || !(matrix[at] > 0.0)) { return; }
    if (!wall && matrix[at + behind] > 0.0) { return; }
    if (fraction[first + face] > 0.0 || !(fraction[first + face - behind] > 0.0)) { return; }
    opened[face] = select(1u, 2u, wall);
    fraction[first + face] = fraction[first + face - behind];
    faces[first + face].x = faces[first + face - behind].x;
    if (!wall) { phi[at + behind] = 0.0; }
    atomicMax(&marks[1], 1u);
}
