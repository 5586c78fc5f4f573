// The cell of a position. CellGrid::Axis::cell in src/search/cell_grid.h.
fn cell_of(x: vec3f) -> u32 {
    let at = vec3u(clamp((x - params.lo) * params.inv_width, vec3f(0.0), params.last));
    let row = min(at.z, params.rows_z - 1u) * params.rows_y + min(at.y, params.rows_y - 1u);
    return row * params.columns + min(at.x, params.columns - 1u);
}
fn cell_count() -> u32 { return params.columns * params.rows_y * params.rows_z; }
