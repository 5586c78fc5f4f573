// The particles in columns, as a ParticleView shows them: x, y, z, three of the velocity, density (kg/m3), pressure
// (Pa), id, and kinds in bytes. Density and pressure mirror cells_to_particles() (grid/liquid/p2g.h).
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> particles: array<vec4u>;
@group(0) @binding(2) var<storage, read> density: array<f32>;
@group(0) @binding(3) var<storage, read> pressure: array<f32>;
@group(0) @binding(4) var<storage, read_write> columns: array<u32>;
const rest_density = 1000.0;  // FlipDef::rest_density

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let slot = id.x;
    if (slot >= params.count) { return; }
    let stride = (params.count + 3u) / 4u * 4u;
    let position = particles[slot];
    let velocity = particles[params.capacity + slot];
    let x = bitcast<vec3f>(position.xyz);
    // The container has moved since the start of the sub-step.
    let corner = params.corner + params.container * params.dt;
    let place = clamp((x - corner) * params.inv_edge - 0.5, vec3f(0.0), vec3f(params.n - 1));
    let low = vec3i(place);
    let part = place - vec3f(low);
    var sum = vec2f(0.0);
    for (var n = 0; n < 8; n++) {
        let upper = vec3i(n & 1, (n >> 1u) & 1, n >> 2u);
        let weight = select(1.0 - part, part, upper == vec3i(1));
        let at = index_of(min(low + upper, params.n - 1));
        sum += weight.x * weight.y * weight.z * vec2f(density[at], pressure[at]);
    }
    let pascals = rest_density * params.shortest * params.shortest / params.dt;
    columns[slot] = position.x;
    columns[stride + slot] = position.y;
    columns[2u * stride + slot] = position.z;
    columns[3u * stride + slot] = velocity.x;
    columns[4u * stride + slot] = velocity.y;
    columns[5u * stride + slot] = velocity.z;
    columns[6u * stride + slot] = bitcast<u32>(rest_density * sum.x);
    columns[7u * stride + slot] = bitcast<u32>(pascals * sum.y);
    columns[8u * stride + slot] = position.w;
    if (slot % 4u == 0u) {
        var kinds = 0u;
        for (var n = 0u; n < min(params.count - slot, 4u); n++) {
            kinds |= (particles[params.capacity + slot + n].w & 0xffu) << (8u * n);
        }
        columns[9u * stride + slot / 4u] = kinds;
    }
}
