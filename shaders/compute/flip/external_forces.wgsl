#include "compute/pointer_force.wgsl"
// The velocity u of the three faces at c after external forces and the condition of the walls.
fn forced_velocity(c: vec3i, before: vec3f) -> vec3f {
    let inner = are_inner_faces(c);
    if (!any(inner)) { return vec3f(0.0); }
    var u = before + params.gravity * params.dt;
    for (var n = 0u; n < params.pointers; n++) {
        for (var axis = 0; axis < 3; axis++) {
            var face = vec3f(c) + 0.5;
            face[axis] -= 0.5;
            u[axis] = after_pointer_force(params.pointer[n], params.corner + face * params.edge, u)[axis];
        }
    }
    if (params.friction > 0.0) {
        let beside = (vec3f(c == vec3i(0)) + vec3f(c == params.n - 1)) * params.inv_edge;
        let walls = vec3f(beside.y + beside.z, beside.x + beside.z, beside.x + beside.y);
        u /= 1.0 + params.friction / 2.0 * params.dt * walls * abs(u);
    }
    return select(vec3f(0.0), u, inner);
}
