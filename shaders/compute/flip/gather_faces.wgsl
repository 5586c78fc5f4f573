// Mirrors particles_to_grid() (grid/liquid/p2g.h), FaceFields::save_velocity() and, after it,
// TrapezoidalRule::add_change() (grid/liquid/trapezoidal_rule.h), add_gravity(), apply_pointer_forces() and
// apply_wall_friction() (grid/forces/external_forces.h). Each entry gathers for its three
// faces from the particles of the 26 cells around; those of three cells in a row follow each other.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> particles: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> old: array<vec2f>;  // weight, velocity before forces
@group(0) @binding(4) var<storage, read_write> faces: array<vec2f>;  // velocity, and its change: 0
@group(0) @binding(5) var<storage, read_write> marks: array<atomic<u32>>;  // [0]: the fluid touches a wall
@group(0) @binding(6) var<storage, read> change: array<f32>;  // m/s2
#include "compute/flip/external_forces.wgsl"

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    let c = coords_of(at);
    let real = are_faces(c);
    var weight = vec3f(0.0);
    var momentum = vec3f(0.0);
    if (any(real)) {
        let low_face = vec3f(c);
        let middle = low_face + 0.5;
        let last = vec3f(params.n) - 0.5;
        let first = max(c.x - 1, 0);
        let end = min(c.x + 1, params.n.x - 1) + 1;
        for (var k = max(c.z - 1, 0); k <= min(c.z + 1, params.n.z - 1); k++) {
            for (var j = max(c.y - 1, 0); j <= min(c.y + 1, params.n.y - 1); j++) {
                let line = index_of(vec3i(0, j, k));
                let stop = starts[line + end];
                for (var slot = starts[line + first]; slot < stop; slot++) {
                    let x = in_cells(particles[slot].xyz);
                    // Walls are mirrors: what would go behind one comes back.
                    let across = clamp(x, vec3f(0.5), last);
                    let axial = max(1.0 - abs(x - low_face), vec3f(0.0));
                    let transverse = max(1.0 - abs(across - middle), vec3f(0.0));
                    let w = vec3f(axial.x * transverse.y * transverse.z, transverse.x * axial.y * transverse.z,
                                  transverse.x * transverse.y * axial.z);
                    var v = particles[params.capacity + slot].xyz - params.container;
                    if (affine) {
                        let along = (low_face - x) * params.edge;
                        let beside = (middle - across) * params.edge;
                        let slopes = 2u * params.capacity + slot;
                        v += vec3f(dot(particles[slopes].xyz, vec3f(along.x, beside.yz)),
                                   dot(particles[slopes + params.capacity].xyz, vec3f(beside.x, along.y, beside.z)),
                                   dot(particles[slopes + 2u * params.capacity].xyz, vec3f(beside.xy, along.z)));
                    }
                    weight += w;
                    momentum += w * v;
                }
            }
        }
    }
    let on_wall = (c == vec3i(0)) | (c == params.n);
    let counted = select(weight, 2.0 * weight, on_wall);
    let u = select(vec3f(0.0), momentum / select(vec3f(1.0), weight, weight > vec3f(0.0)), real & (weight > vec3f(0.0)));
    if (any(real & on_wall & (weight > vec3f(0.0)))) { atomicMax(&marks[0], 1u); }
    let turn = vec3f(change[at], change[params.size + at], change[2 * params.size + at]);
    let forced = forced_velocity(c, u + params.dt * turn);
    for (var axis = 0; axis < 3; axis++) {
        old[axis * params.size + at] = vec2f(select(0.0, counted[axis], real[axis]), u[axis]);
        faces[axis * params.size + at] = vec2f(forced[axis], 0.0);
    }
}
