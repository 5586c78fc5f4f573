// Parameters of a sub-step, as in src/gpu/flip/flip_params.h, and the indices of grid/mac_grid.h.
struct Pointer {
    position: vec3f,
    kind: u32,  // 0 repel, 1 drag
    velocity: vec3f,
    strength: f32,
    limit: f32,
    radius: f32,
}
struct Params {
    n: vec3i,  // cells
    count: u32,  // particles
    row: i32,
    slab: i32,
    size: i32,  // entries of a field
    capacity: u32,  // particles that a buffer holds
    corner: vec3f,  // m, in the world
    dt: f32,
    edge: vec3f,  // m
    shortest: f32,
    inv_edge: vec3f,
    flip: f32,
    container: vec3f,  // m/s
    pic: f32,
    gravity: vec3f,  // m/s2
    correction: f32,  // 1/s, rate of the volume correction
    density_scale: f32,
    friction: f32,
    pressure_ratio: f32,  // of the last pressures, to the present unit
    flags: u32,
    scheme: u32,  // 0 Euler, 1 RK2, 2 RK3
    pointers: u32,
    up_axis: i32,  // of the ceilings
    up_sign: i32,  // 1: the ceiling is at the upper end; -1; 0: there is none
    part: i32,  // entries of a part of the matrix: diagonal, links along x, y and z
    spare_0: i32,
    spare_1: i32,
    spare_2: i32,
    pointer: array<Pointer, 8>,  // velocities relative to the container, positions not
}
const full_cells = 2u;  // the surface is that of the cells with particles
const free_fall = 4u;  // neither solids nor pointers act
const inner_ceilings = 8u;  // solids within the tank have ceilings
@group(0) @binding(0) var<uniform> params: Params;

fn has(flag: u32) -> bool { return (params.flags & flag) != 0u; }
fn index_of(c: vec3i) -> i32 { return c.x + 1 + (c.y + 1) * params.row + (c.z + 1) * params.slab; }
fn coords_of(at: i32) -> vec3i {
    let plane = at / params.slab;
    let rest = at - plane * params.slab;
    let line = rest / params.row;
    return vec3i(rest - line * params.row, line, plane) - 1;
}
fn stride_of(axis: i32) -> i32 { return select(select(params.slab, params.row, axis == 1), 1, axis == 0); }
fn is_cell(c: vec3i) -> bool { return all(c >= vec3i(0)) && all(c < params.n); }
// Whether the entry at c is a face of a cell, for each component: walls included.
fn are_faces(c: vec3i) -> vec3<bool> {
    let start = c >= vec3i(0);
    let below = c < params.n;
    let up_to = c <= params.n;
    return vec3<bool>(all(start) && up_to.x && below.y && below.z, all(start) && below.x && up_to.y && below.z,
                      all(start) && below.x && below.y && up_to.z);
}
// The same for the faces between cells.
fn are_inner_faces(c: vec3i) -> vec3<bool> {
    let inside = is_cell(c);
    return vec3<bool>(inside && c.x > 0, inside && c.y > 0, inside && c.z > 0);
}
fn in_cells(x: vec3f) -> vec3f { return clamp((x - params.corner) * params.inv_edge, vec3f(0.0), vec3f(params.n)); }
fn cell_of(coord: vec3f) -> vec3i { return vec3i(min(coord, vec3f(params.n - 1))); }
