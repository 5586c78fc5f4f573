// Mirrors find_divergence_target() (grid/liquid/volume_correction.h), CutCells::cut_divergence_target() and
// assemble_pressure() (grid/liquid/projection.h); scales the last pressures, from which the solve starts, to the
// present unit.
#include "compute/flip/params.wgsl"
#include "compute/flip/inv_theta.wgsl"
@group(0) @binding(1) var<storage, read> phi: array<f32>;
@group(0) @binding(2) var<storage, read> fraction: array<f32>;
@group(0) @binding(3) var<storage, read> density: array<f32>;
@group(0) @binding(4) var<storage, read> cut: array<f32>;  // capacity, open volume, flux
@group(0) @binding(5) var<storage, read> faces: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> matrix: array<f32>;  // diagonal, links along x, y and z
@group(0) @binding(7) var<storage, read_write> b: array<f32>;
@group(0) @binding(8) var<storage, read_write> pressure: array<f32>;
const dead_band = 0.02;
const dead_band_of_cut_cells = 0.08;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.x);
    if (at >= params.size) { return; }
    var links = vec3f(0.0);
    var diagonal = 0.0;
    var divergence = 0.0;
    var inside = true;
    let here = phi[at];
    let c = coords_of(at);
    if (here < 0.0 && is_cell(c)) {
        for (var axis = 0; axis < 3; axis++) {
            let next = stride_of(axis);
            let face = axis * params.size + at;
            let low = phi[at - next];
            let high = phi[at + next];
            let low_open = fraction[face];
            let high_open = fraction[face + next];
            let scale = params.shortest * params.shortest * params.inv_edge[axis] * params.inv_edge[axis];
            diagonal += scale * (low_open * inv_theta(here, low) + high_open * inv_theta(here, high));
            divergence += (high_open * faces[face + next].x - low_open * faces[face].x) * params.inv_edge[axis];
            links[axis] = select(0.0, scale * low_open, low < 0.0);
            // The target is that before ceilings opened: walls of the tank count as closed.
            inside = inside && (low < 0.0 || low_open == 0.0 || c[axis] == 0) &&
                     (high < 0.0 || high_open == 0.0 || c[axis] == params.n[axis] - 1);
        }
    }
    let excess = min(density[at] - 1.0, 1.0);
    var band = dead_band;
    if (has_solids && inside && cut[params.size + at] < 1.0) { band = dead_band_of_cut_cells; }
    var wanted = select(0.0, params.correction * excess, excess > band || (inside && excess < -band));
    if (has_solids) { wanted = wanted * cut[params.size + at] + cut[2 * params.size + at]; }
    let is_fluid = diagonal > 0.0;
    matrix[at] = diagonal;
    for (var axis = 0; axis < 3; axis++) { matrix[(axis + 1) * params.part + at] = links[axis]; }
    b[at] = select(0.0, wanted - divergence, is_fluid);
    let guess = pressure[at] * params.pressure_ratio;
    pressure[at] = select(0.0, guess, is_fluid && abs(guess) < 1e30);
}
