// Mirrors cells_to_particles() (grid/liquid/p2g.h): density and pressure at the particles.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> particles: array<vec4f>;
@group(0) @binding(2) var<storage, read> density: array<f32>;
@group(0) @binding(3) var<storage, read> pressure: array<f32>;
@group(0) @binding(4) var<storage, read_write> shown: array<vec2f>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= params.count) { return; }
    let start = clamp(in_cells(particles[id.x].xyz) - 0.5, vec3f(0.0), vec3f(params.n - 1));
    let low = vec3i(start);
    let part = start - vec3f(low);
    var sum = vec2f(0.0);
    for (var corner = 0; corner < 8; corner++) {
        let upper = vec3i(corner & 1, (corner >> 1u) & 1, corner >> 2u);
        let weight = select(1.0 - part, part, upper == vec3i(1));
        let at = index_of(min(low + upper, params.n - 1));
        sum += weight.x * weight.y * weight.z * vec2f(density[at], pressure[at]);
    }
    shown[id.x] = sum;
}
