// Products of the matrix with a vector `source` (Stencil in grid/pressure/fluid_rows.h).
fn neighbours(i: i32) -> f32 {
    let x = level.part + i;
    let y = x + level.part;
    let z = y + level.part;
    return matrix[x] * source[i - 1] + matrix[x + 1] * source[i + 1] + matrix[y] * source[i - level.row] +
           matrix[y + level.row] * source[i + level.row] + matrix[z] * source[i - level.slab] +
           matrix[z + level.slab] * source[i + level.slab];
}
