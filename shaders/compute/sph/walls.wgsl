// Collision responses of the walls, relative to the container: reflect_inside in src/sph/mirror_walls.h, keep_inside in
// src/sph/boundary_terms.h. `bounce`: 2 reflects, 1 takes the velocity towards the wall.
struct Moving {
    x: vec3f,
    v: vec3f,
}

// Distance from the wall at which a particle is placed; it differs between particles (sph::Fluid::wall_inset).
fn wall_inset(tag: u32) -> f32 { return params.spacing * 1e-3 * (1.0 + f32((tag >> 2u) & 1023u) * 0x1p-10); }

fn stay_inside(p: Moving, inset: f32, bounce: f32) -> Moving {
    var q = p;
    let from_centre = p.x - params.centre;
    if (params.is_round != 0u) {
        let radius = params.half_size.x;
        let r2 = dot(from_centre, from_centre);
        if (!(r2 > radius * radius)) {
            return q;
        }
        let r = sqrt(r2);
        let to = select(radius - inset, min(max(2.0 * radius - r, 0.0), radius - inset), bounce == 2.0) / r;
        let outwards = dot(p.v, from_centre) / r;
        q.x = params.centre + from_centre * to;
        q.v -= bounce * max(outwards, 0.0) * from_centre / r;
        return q;
    }
    let away = abs(from_centre);
    let side = select(vec3f(1.0), vec3f(-1.0), from_centre < vec3f(0.0));
    let outside = away > params.half_size;
    var to = params.half_size - inset;
    if (bounce == 2.0) {
        to = min(max(2.0 * params.half_size - away, vec3f(0.0)), to);
    }
    q.x = select(p.x, params.centre + side * to, outside);
    q.v = select(p.v, p.v - bounce * p.v, outside & (p.v * side > vec3f(0.0)));
    return q;
}
