// The particles of wcsph for reading back. Wcsph::particles in src/solvers/wcsph/wcsph.cpp.
#include "compute/sph/params.wgsl"
#include "compute/sph/view.wgsl"
@group(0) @binding(4) var<storage, read> volume_pressure: array<vec2f>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let tag = velocity_tag[i].w;
    let own = volume_pressure[i];
    let inv_volume = select(0.0, 1.0 / own.x, own.x > 0.0);
    let density = params.rest_densities[tag & 3u] * params.volume * inv_volume;
    write_view(i, density, own.y * inv_volume * inv_volume);
}
