// RoundWall::Term (grid/boundaries/round_wall.h): weights of the velocity in the cell inside, its index, 0: none; the
// weight of P2G in a full tank.
struct WallTerm {
    x: f32,
    y: f32,
    z: f32,
    inner: f32,
    full: f32,
}
fn value_of(term: WallTerm) -> f32 {
    let at = i32(term.inner);
    let weight = vec3f(term.x, term.y, term.z);
    var sum = 0.0;
    for (var d = 0; d < 3; d++) {
        let face = d * params.size + at;
        sum += weight[d] * 0.5 * (old[face].y + old[face + stride_of(d)].y);
    }
    return sum;
}
