// Solids in the tank: CutCells (grid/boundaries/cut_cells.h). solid: by corner, the signed distance (m), then the index
// of the nearest body, -1: none.
struct SolidBody {
    position: vec3f,  // m, in the container at rest
    shape: u32,  // as BodyShape
    half: vec3f,
    edges: u32,  // 1: a box or a cylinder
    velocity: vec3f,  // m/s
    spare: f32,
    axes: mat3x3f,
}
struct Solids {
    origin: vec3f,  // m, the grid's corner in the container at rest
    count: u32,
    centre: vec3f,  // m, of the tank
    radius: f32,  // m, of a round tank; 0: a box
    body: array<SolidBody, 32>,
}
struct Surface {
    distance: f32,
    owner: i32,
    normal: vec3f,
}
fn owner_at(corner: i32) -> i32 { return i32(solid[params.size + corner]); }
fn at_rest(coord: vec3f) -> vec3f { return solids.origin + coord * params.edge; }
fn velocity_of(owner: i32) -> vec3f {
    if (owner < 0) { return vec3f(0.0); }
    return solids.body[owner].velocity;
}
// CutCells::sample_distance().
fn sample_distance(coord: vec3f) -> Surface {
    let c = clamp(vec3i(coord), vec3i(0), params.n - 1);
    let part = coord - vec3f(c);
    let at = index_of(c);
    var value = 0.0;
    var slope = vec3f(0.0);
    for (var corner = 0; corner < 8; corner++) {
        let upper = vec3i(corner & 1, (corner >> 1u) & 1, corner >> 2u);
        let weight = select(1.0 - part, part, upper == vec3i(1));
        let sign = select(vec3f(-1.0), vec3f(1.0), upper == vec3i(1));
        let f = solid[at + upper.x + upper.y * params.row + upper.z * params.slab];
        value += f * weight.x * weight.y * weight.z;
        slope += f * sign * vec3f(weight.y * weight.z, weight.x * weight.z, weight.x * weight.y) * params.inv_edge;
    }
    let size = length(slope);
    let corner = index_of(min(vec3i(coord + 0.5), params.n));
    return Surface(value, owner_at(corner), select(vec3f(0.0), slope / size, size > 0.0));
}
