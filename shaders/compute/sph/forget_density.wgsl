// The density before is unknown around particles that were emitted: a sudden new row is not a compression.
// InflowOutflow::emit in src/sph/inflow_outflow.h.
#include "compute/sph/params.wgsl"
@group(0) @binding(1) var<storage, read> rows: array<vec4f>;  // their number; centre and radius
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> volume_pressure: array<vec2f>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= params.count) {
        return;
    }
    for (var k = 1u; k <= u32(rows[0].x); k++) {
        let from_centre = position[id.x].xyz - rows[k].xyz;
        if (dot(from_centre, from_centre) < rows[k].w * rows[k].w) {
            volume_pressure[id.x].x = 0.0;
        }
    }
}
