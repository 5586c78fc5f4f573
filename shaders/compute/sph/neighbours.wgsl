// Calls visit(j) for all slots whose particles may be within the search radius of `at`: 3 runs of slots in the plane, 9
// in space. CellGrid::ranges_2d and ranges_3d in src/search/cell_grid.cpp.
fn column_of(x: f32) -> u32 { return u32(clamp((x - params.lo.x) * params.inv_width.x, 0.0, params.last.x)); }

fn for_neighbours(at: vec3f) {
    let coord = vec2i(clamp((at.yz - params.lo.yz) * params.inv_width.yz, vec2f(0.0), params.last.yz));
    let rows = vec2i(i32(params.rows_y), i32(params.rows_z));
    for (var row_z = max(coord.y - 1, 0); row_z <= min(coord.y + 1, rows.y - 1); row_z++) {
        for (var row_y = max(coord.x - 1, 0); row_y <= min(coord.x + 1, rows.x - 1); row_y++) {
            let low = params.lo.yz + vec2f(f32(row_y), f32(row_z)) * params.width.yz;
            let away = max(max(low - at.yz, at.yz - low - params.width.yz), vec2f(0.0));
            let half_width2 = params.radius * params.radius - dot(away, away);
            if (half_width2 < 0.0) {
                continue;
            }
            let half_width = sqrt(half_width2);
            let row = u32(row_z * rows.x + row_y) * params.columns;
            let end = starts[row + column_of(at.x + half_width) + 1u];
            for (var j = starts[row + column_of(at.x - half_width)]; j < end; j++) {
                visit(j);
            }
        }
    }
}
