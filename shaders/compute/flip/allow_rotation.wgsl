// Mirrors the end of PressureProjection::assemble(): the divergence that a rotation seems to have beside a round wall.
#include "compute/flip/params.wgsl"
#include "compute/flip/wall_term.wgsl"
@group(0) @binding(1) var<storage, read> old: array<vec2f>;   // weight, velocity before forces
@group(0) @binding(2) var<storage, read> wall: array<WallTerm>;  // terms of the faces, then of the cells
@group(0) @binding(3) var<storage, read> matrix: array<f32>;  // diagonal first
@group(0) @binding(4) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    let term = wall[3 * params.size + at];
    if (term.inner > 0.0 && matrix[at] > 0.0) { b[at] += value_of(term); }
}
