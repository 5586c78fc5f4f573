// Body::distance() of boxes and cylinders (domain/rigid_body.h): the distance, and its gradient in xyz.
fn distance_from(body: SolidBody, local: vec3f) -> vec4f {
    let signs = select(vec3f(1.0), vec3f(-1.0), local < vec3f(0.0));
    if (body.shape == 1u) {
        let out = abs(local) - body.half;
        let beyond = max(out, vec3f(0.0));
        let nearest = max(out.x, max(out.y, out.z));
        if (nearest <= 0.0) {
            let side = select(select(vec3f(0.0, 0.0, 1.0), vec3f(0.0, 1.0, 0.0), out.y >= out.z), vec3f(1.0, 0.0, 0.0),
                              out.x >= out.y && out.x >= out.z);
            return vec4f(signs * side, nearest);
        }
        let away = length(beyond);
        return vec4f(signs * beyond / away, away);
    }
    let r = length(local.xz);
    let gaps = vec2f(r - body.half.x, abs(local.y) - body.half.y);
    let radial = select(vec3f(1.0, 0.0, 0.0), vec3f(local.x, 0.0, local.z) / r, r > 0.0);
    let axial = vec3f(0.0, signs.y, 0.0);
    if (gaps.x <= 0.0 || gaps.y <= 0.0) { return vec4f(select(axial, radial, gaps.x > gaps.y), max(gaps.x, gaps.y)); }
    let away = length(gaps);
    return vec4f((radial * gaps.x + axial * gaps.y) / away, away);
}
// CutCells::nearest_solid(): interpolated, but exact beside boxes and cylinders.
fn nearest_solid(coord: vec3f) -> Surface {
    var nearest = sample_distance(coord);
    let at = index_of(min(vec3i(coord), params.n - 1));
    var last = -1;
    for (var corner = 0; corner < 8; corner++) {
        let owner =
            owner_at(at + (corner & 1) + ((corner >> 1u) & 1) * params.row + (corner >> 2u) * params.slab);
        if (owner < 0 || owner == last) { continue; }
        last = owner;
        let body = solids.body[owner];
        if (body.edges == 0u) { continue; }
        let found = distance_from(body, (at_rest(coord) - body.position) * body.axes);
        if (found.w < nearest.distance) { nearest = Surface(found.w, owner, body.axes * found.xyz); }
    }
    return nearest;
}
// CutCells::push_particles_out(): moves the particle out of solids, and takes the velocity into them away. `corner` is
// that of the grid after the step.
fn push_out(corner: vec3f, position: ptr<function, vec3f>, velocity: ptr<function, vec3f>) {
    let skin = 0.01 * params.shortest;
    var found = Surface(0.0, -1, vec3f(0.0));
    var coord = vec3f(0.0);
    for (var round = 0; round < 4; round++) {  // iterated: the gradient changes from cell to cell
        coord = clamp((*position - corner) * params.inv_edge, vec3f(0.0), vec3f(params.n));
        found = nearest_solid(coord);
        if (found.distance >= skin) {
            if (round == 0) { return; }
            break;
        }
        let low = corner + 1e-3 * params.edge;
        let high = corner + (vec3f(params.n) - 1e-3) * params.edge;
        *position = clamp(*position + (skin - found.distance) * found.normal, low, high);
    }
    if (solids.radius > 0.0) {  // a round tank is closed
        let outwards = *position - (corner + (solids.centre - solids.origin));
        let r = length(outwards);
        let max_r = solids.radius - skin;
        if (r > max_r) { *position -= outwards * (1.0 - max_r / r); }
    }
    let into = dot(*velocity - params.container - velocity_of(found.owner), found.normal);
    if (into < 0.0) { *velocity -= into * found.normal; }
}
