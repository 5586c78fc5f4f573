// The particles of wcsph for reading back. Wcsph::particles in src/solvers/wcsph/wcsph.cpp.
#include "compute/sph_params.wgsl"
#include "compute/sph_view.wgsl"
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> velocity_tag: array<vec4u>;
@group(0) @binding(4) var<storage, read> volume_pressure: array<vec2f>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let moving = velocity_tag[i];
    let own = volume_pressure[i];
    let inv_volume = select(0.0, 1.0 / own.x, own.x > 0.0);
    let density = params.rest_densities[moving.w & 3u] * params.volume * inv_volume;
    write_view(i, position[i].xyz, bitcast<vec3f>(moving.xyz), density, own.y * inv_volume * inv_volume, moving.w);
    if (i % 4u == 0u) {
        var kinds = 0u;
        for (var k = 0u; k < min(4u, params.count - i); k++) {
            kinds |= (velocity_tag[i + k].w & 3u) << (8u * k);
        }
        write_kinds(i, kinds);
    }
}
