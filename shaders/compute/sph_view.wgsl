// Writes one particle into the columns that are read back (src/gpu/sph/particle_readback.h), in the world's frame: x, y,
// z, vx, vy, vz, density, pressure, id, and one byte of kind. Dead particles lie behind the others.
const header = 64u;
@group(0) @binding(1) var<storage, read_write> columns: array<u32>;

fn write_view(i: u32, x: vec3f, v: vec3f, density: f32, pressure: f32, tag: u32) {
    let n = params.count;
    let world = x + params.offset;
    let u = v + params.frame;
    let at = header + i;
    columns[at] = bitcast<u32>(world.x);
    columns[at + n] = bitcast<u32>(world.y);
    columns[at + 2u * n] = bitcast<u32>(world.z);
    columns[at + 3u * n] = bitcast<u32>(u.x);
    columns[at + 4u * n] = bitcast<u32>(u.y);
    columns[at + 5u * n] = bitcast<u32>(u.z);
    columns[at + 6u * n] = bitcast<u32>(density);
    columns[at + 7u * n] = bitcast<u32>(pressure);
    columns[at + 8u * n] = tag >> 2u;
}
fn write_kinds(i: u32, kinds: u32) { columns[header + 9u * params.count + i / 4u] = kinds; }
