// Friction and springs of the walls, and the repulsion of mirrors: boundary_terms in src/sph/boundary_terms.h,
// compute_wall_force and compute_mirror_repulsion in src/solvers/wcsph/wall_force.h.

// Integral of (dW/dr)/r over the half-space behind a wall: BoundaryIntegrals in src/sph/boundary_integrals.h.
fn wall_laplacian_at(gap: f32) -> f32 {
    if (!(gap < params.h)) {
        return 0.0;
    }
    let coord = max(gap, 0.0) * params.inv_h * 64.0;
    let k = min(u32(coord), 63u);
    let a = params.wall_laplacian[k / 4u][k % 4u];
    let b = params.wall_laplacian[(k + 1u) / 4u][(k + 1u) % 4u];
    return a + (coord - f32(k)) * (b - a);
}

struct WallTerms {
    laplacian: vec3f,  // by axis
    normal: vec3f,     // outwards, of the nearest wall
    gap: f32,
}

fn wall_terms(x: vec3f) -> WallTerms {
    let from_centre = x - params.centre;
    if (params.is_round != 0u) {
        let r = length(from_centre);
        let gap = params.half_size.x - r;
        return WallTerms(vec3f(wall_laplacian_at(gap)), from_centre * select(0.0, 1.0 / r, r > 0.0), gap);
    }
    let side = select(vec3f(1.0), vec3f(-1.0), from_centre < vec3f(0.0));
    let gap = params.half_size - from_centre * side;
    let l = vec3f(wall_laplacian_at(gap.x), wall_laplacian_at(gap.y), wall_laplacian_at(gap.z));
    let laplacian = vec3f(l.y + l.z, l.x + l.z, l.x + l.y);
    if (gap.x <= gap.y && gap.x <= gap.z) {
        return WallTerms(laplacian, vec3f(side.x, 0.0, 0.0), gap.x);
    }
    if (gap.y <= gap.z) {
        return WallTerms(laplacian, vec3f(0.0, side.y, 0.0), gap.y);
    }
    return WallTerms(laplacian, vec3f(0.0, 0.0, side.z), gap.z);
}

const repulsion_range = 0.35;
const mirror_repulsion = 0.05;

fn repulsion_of_mirrors(x: vec3f) -> vec3f {
    let range = repulsion_range * params.spacing;
    let max_force = mirror_repulsion * params.stiffness * params.volume / params.spacing;
    let from_centre = x - params.centre;
    if (params.is_round != 0u) {
        let r = length(from_centre);
        let depth = max(range - (params.half_size.x - r), 0.0);
        return -from_centre * select(0.0, max_force * depth / range / r, r > 0.0);
    }
    let side = select(vec3f(1.0), vec3f(-1.0), from_centre < vec3f(0.0));
    let depth = max(vec3f(range) - (params.half_size - abs(from_centre)), vec3f(0.0));
    return -side * max_force * depth / range;
}

fn wall_force(x: vec3f, v: vec3f, volume: f32, kind: u32) -> vec3f {
    let wall = wall_terms(x);
    if (wall.gap >= params.h) {
        return vec3f(0.0);
    }
    let outwards = dot(v, wall.normal);
    var force = vec3f(0.0);
    if (params.mirrors == 0u) {
        let depth = 0.5 * params.spacing - wall.gap;
        if (depth > 0.0) {
            let back = (params.wall_stiffness * depth + params.wall_damping * outwards) / params.inv_masses[kind];
            force = -max(back, 0.0) * wall.normal;
        }
    }
    let two_mu = params.two_mus[kind] + params.artificials[kind] / 8.0;
    return force + params.no_slip * volume * two_mu * wall.laplacian * (v - outwards * wall.normal);
}
