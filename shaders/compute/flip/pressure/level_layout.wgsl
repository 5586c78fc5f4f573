// A grid of the multigrid cycle (grid/pressure/multigrid.h); src/gpu/flip/flip_params.h has the same struct. The
// fields of all grids follow each other in one buffer, each with the layout of grid/mac_grid.h.
struct Level {
    n: vec3i,  // cells
    first: i32,  // index of the first entry
    row: i32,
    slab: i32,
    size: i32,
    groups: u32,  // of 256 threads; each takes every 256 groups-th entry
    coarse_n: vec3i,
    coarse_first: i32,
    coarse_row: i32,
    coarse_slab: i32,
    coarse_groups: i32,
    part: i32,  // entries of a part of the matrix: diagonal, links along x, y and z
}
