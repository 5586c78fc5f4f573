// The cell of a position in a box of cells, clamped to the box: in each axis trunc(clamp((x - lo) inv_width, 0, last)), the
// same bits as MacFrame::in_cells with ParticleSort::count_cells, and as CellGrid::Axis::cell.
struct CellBox {
    lo: vec3f,         // lower corner, m
    origin: u32,       // index of the first cell
    inv_width: vec3f,  // 1 / width of a cell, 1/m
    row: u32,          // index stride along y; along x it is 1
    last: vec3f,       // cells - 1
    slab: u32,         // index stride along z
}
fn cell_coords(box: CellBox, position: vec3f) -> vec3f {
    return trunc(clamp((position - box.lo) * box.inv_width, vec3f(0), box.last));
}
fn cell_index(box: CellBox, position: vec3f) -> u32 {
    let cell = vec3u(cell_coords(box, position));
    return box.origin + cell.x + cell.y * box.row + cell.z * box.slab;
}
