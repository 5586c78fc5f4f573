// Mirrors CutCells::constrain_velocity() (grid/boundaries/cut_cells.h): the velocity of closed faces near the fluid,
// without the component normal to the solid.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> faces: array<vec2f>;
@group(0) @binding(2) var<storage, read> fraction: array<f32>;
@group(0) @binding(3) var<storage, read> solid: array<f32>;
@group(0) @binding(4) var<storage, read_write> constrained: array<f32>;
@group(0) @binding(5) var<uniform> solids: Solids;
#include "compute/flip/solid.wgsl"
#include "compute/flip/velocity_at_face.wgsl"
const constraint_depth = 2.5;  // cells

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    let c = coords_of(at);
    let inner = are_inner_faces(c);
    for (var axis = 0; axis < 3; axis++) {
        let face = axis * params.size + at;
        var result = faces[face].x;
        if (inner[axis] && !(fraction[face] > 0.0)) {
            let u = stride_of((axis + 1) % 3);
            let v = stride_of((axis + 2) % 3);
            let distance = 0.25 * (solid[at] + solid[at + u] + solid[at + v] + solid[at + u + v]);
            if (distance > -constraint_depth * params.shortest) {
                let velocity = velocity_at_face(at, axis);
                var coord = vec3f(c) + 0.5;
                coord[axis] -= 0.5;
                let normal = sample_distance(coord).normal;
                let wall = velocity_of(owner_at(at));
                result = velocity[axis] - dot(velocity - wall, normal) * normal[axis];
            }
        }
        constrained[face] = result;
    }
}
