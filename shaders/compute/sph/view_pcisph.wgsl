// The particles of pcisph for reading back. Pcisph::particles in src/solvers/pcisph/pcisph.cpp.
#include "compute/sph/params.wgsl"
#include "compute/sph/view.wgsl"
@group(0) @binding(4) var<storage, read> displacement: array<vec4f>;
@group(0) @binding(5) var<storage, read> pressure_target: array<vec2f>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let density = params.rest_density * displacement[i].w;
    write_view(i, density, pressure_target[i].x);
}
