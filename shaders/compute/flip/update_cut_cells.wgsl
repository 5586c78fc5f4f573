// Takes over the entries of the grid that solids have changed: FlipSolids::upload_changes() (src/gpu/flip/flip_solids.cpp).
@group(0) @binding(0) var<storage, read> changes: array<u32>;  // number, size of a field; then FlipPasses::CutCellChange
@group(0) @binding(1) var<storage, read_write> fraction: array<f32>;
@group(0) @binding(2) var<storage, read_write> cut: array<f32>;    // capacity, open volume, flux
@group(0) @binding(3) var<storage, read_write> solid: array<f32>;  // distance, nearest body

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= changes[0]) { return; }
    let size = changes[1];
    let base = 2u + 9u * id.x;
    let at = changes[base];
    for (var part = 0u; part < 3u; part++) {
        fraction[part * size + at] = bitcast<f32>(changes[base + 1u + part]);
        cut[part * size + at] = bitcast<f32>(changes[base + 4u + part]);
    }
    for (var part = 0u; part < 2u; part++) { solid[part * size + at] = bitcast<f32>(changes[base + 7u + part]); }
}
