// Sums and maxima over the particles, by one group each over every 64th block of 64. measure() in src/analysis/stats.cpp,
// fluid_height in src/solvers/wcsph/sound_speed.h, ImpactPressure in src/solvers/pcisph/time_step.h.
#include "compute/sph/params.wgsl"
#include "compute/sph/reduce.wgsl"
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read_write> parts: array<vec4f>;
const header = 64u;

fn is_finite(v: f32) -> bool { return (bitcast<u32>(v) & 0x7f800000u) != 0x7f800000u; }
fn column(k: u32, i: u32) -> f32 { return bitcast<f32>(columns[header + k * params.count + i]); }

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) t: u32) {
    var m = no_measures();
    for (var i = group.x * 64u + t; i < params.count; i += groups.x * 64u) {
        if (columns[header + 8u * params.count + i] == (dead >> 2u)) {
            continue;
        }
        let x = vec3f(column(0u, i), column(1u, i), column(2u, i));
        let v = vec3f(column(3u, i), column(4u, i), column(5u, i));
        let byte = 4u * (header + 9u * params.count) + i;
        let kind = (columns[byte / 4u] >> (8u * (byte % 4u))) & 3u;
        let u = v - params.frame;
        let v2 = dot(v, v);
        let u2 = dot(u, u);
        let ratio = column(6u, i) / params.rest_densities[kind];
        let dense = ratio > 0.6;
        m.flow += vec4f(u, u2);
        m.state += vec4f(0.5 * v2 / params.inv_masses[kind], abs(ratio - 1.0), max(ratio - 1.0, 0.0), column(7u, i));
        let top = dot(x - params.centre - params.offset, params.up);
        m.maxima = max(m.maxima, vec4f(v2, u2, select(-1e30, u2, dense), select(-1e30, top, dense)));
        m.hi = max(m.hi, vec4f(x, select(1.0, 0.0, is_finite(v2) && is_finite(x.x + x.y + x.z))));
        m.lo = max(m.lo, vec4f(-x, 0.0));
        m.alive += 1.0;
    }
    m = reduce(m, t);
    if (t == 0u) {
        store_measures(group.x, m);
    }
}
