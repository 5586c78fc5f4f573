// Particles in the inlet zones of their nozzles, on which only gravity acts: src/gpu/inlet_buffer.h, InletRows in
// src/domain/inlet_rows.h.
struct InletRow {
    velocity: vec3f,  // at the nozzle
    age: f32,         // since it left the nozzle, at the time of writing, s
    first: u32,       // ids
    end: u32,
    unused_x: u32,
    unused_y: u32,
}
struct Inlet {
    count: u32,
    elapsed: f32,  // since then, s
    unused_x: u32,
    unused_y: u32,
    gravity: vec3f,
    unused_z: u32,
    rows: array<InletRow>,
}
@group(0) @binding(1) var<storage, read> inlet: Inlet;

// In SPH a particle with a larger density ratio is before a blocked nozzle. InflowOutflow in src/sph/inflow_outflow.h.
const blocked_ratio = 1.05;

// The velocity of a particle in free fall from its nozzle, `ahead` seconds from now; the last number is 0 when it is in no
// zone, or when a wall has turned it back.
fn inlet_velocity(id: u32, present: vec3f, ahead: f32) -> vec4f {
    for (var k = 0u; k < inlet.count; k++) {
        let row = inlet.rows[k];
        if (id < row.first || id >= row.end) {
            continue;
        }
        let v = row.velocity + inlet.gravity * (row.age + inlet.elapsed + ahead);
        return vec4f(v, select(1.0, 0.0, dot(present, v) < 0.5 * dot(v, v)));
    }
    return vec4f(0.0);
}
