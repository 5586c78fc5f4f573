// sph::apply_pointer_forces in src/sph/pointer_forces.h. Positions are relative to the container.
#include "compute/pointer_force.wgsl"
fn with_pointer_forces(x: vec3f, before: vec3f) -> vec3f {
    var v = before;
    for (var k = 0u; k < params.pointers; k++) {
        v = after_pointer_force(params.pointer[k], x, v);
    }
    return v;
}
