// The constants of a step of wcsph or pcisph: struct Params of src/gpu/sph/params.h. Positions and velocities on the
// device are relative to the container, whose walls are then at rest: `offset` and `frame` lead back to the world.
#include "compute/drains.wgsl"
struct Pointer {
    position: vec3f,
    kind: u32,  // 0 repel, 1 drag
    velocity: vec3f,
    strength: f32,
    limit: f32,
    radius: f32,
    unused_x: f32,
    unused_y: f32,
}
struct Params {
    columns: u32,
    rows_y: u32,
    rows_z: u32,
    count: u32,
    lo: vec3f,      // of the cells
    radius: f32,    // of the search
    inv_width: vec3f,
    h: f32,
    width: vec3f,
    inv_h: f32,
    last: vec3f,    // largest cell coordinates
    volume: f32,    // of a particle at rest
    centre: vec3f,  // of the walls
    is_round: u32,
    half_size: vec3f,
    spacing: f32,
    gravity: vec3f,
    dt: f32,        // of a sub-step
    offset: vec3f,  // of the container at the end of the step
    mirrors: u32,   // 0: walls without ghost particles
    frame: vec3f,   // velocity of the container
    pointers: u32,
    shift: vec3f,   // change of the frame before the step
    leapfrog: u32,
    shift_velocity: vec3f,
    kick: f32,      // at the end of a sub-step, s
    up: vec3f,
    density_scale: f32,  // of a sum of W: the density ratio
    slope_scale: f32,    // of a sum of slopes
    eta2: f32,
    two_mu: f32,
    artificial: f32,
    stiffness: f32,
    is_tait: u32,
    min_pressure: f32,
    interface_energy: f32,
    no_slip: f32,
    wall_stiffness: f32,
    wall_damping: f32,
    list_radius: f32,
    normal_scale: f32,
    tension: f32,
    quadratic: f32,
    artificial_limit: f32,
    displacement_scale: f32,  // dt^2 F / m of a sum of slopes
    max_displacement: f32,
    wall_drag: f32,
    rest_density: f32,
    repulsion_by_w: f32,  // of close pairs, with surface tension
    repulsion_at_spacing: f32,
    limiter_time: f32,  // of the artificial viscosity, s
    repulsion_core: f32,
    drains: u32,
    oldest_kept: u32,  // particles with smaller ids are removed
    list_stride: u32,    // slots of a row of the neighbour lists
    list_capacity: u32,  // neighbours of a list
    rest_densities: vec4f,  // by kind
    two_mus: vec4f,
    artificials: vec4f,
    inv_masses: vec4f,
    bulk_rates: vec4f,
    wall_laplacian: array<vec4f, 17>,  // by distance from the wall, in h/64
    pointer: array<Pointer, 16>,
    drain: array<Drain, 40>,
}
@group(0) @binding(0) var<uniform> params: Params;

const dead = 0xffffffffu;  // the tag of a removed particle; else id << 2 | kind
