// Writes one particle into the columns that are read back (src/gpu/sph/particle_readback.h), in the world's frame: x, y,
// z, vx, vy, vz, density, pressure, id, and one byte of kind. Dead particles lie behind the others.
const header = 64u;
@group(0) @binding(1) var<storage, read_write> columns: array<u32>;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> velocity_tag: array<vec4u>;

fn write_view(i: u32, density: f32, pressure: f32) {
    let n = params.count;
    let moving = velocity_tag[i];
    let world = position[i].xyz + params.offset;
    let u = bitcast<vec3f>(moving.xyz) + params.frame;
    let at = header + i;
    columns[at] = bitcast<u32>(world.x);
    columns[at + n] = bitcast<u32>(world.y);
    columns[at + 2u * n] = bitcast<u32>(world.z);
    columns[at + 3u * n] = bitcast<u32>(u.x);
    columns[at + 4u * n] = bitcast<u32>(u.y);
    columns[at + 5u * n] = bitcast<u32>(u.z);
    columns[at + 6u * n] = bitcast<u32>(density);
    columns[at + 7u * n] = bitcast<u32>(pressure);
    columns[at + 8u * n] = moving.w >> 2u;
    if (i % 4u == 0u) {
        var kinds = 0u;
        for (var k = 0u; k < min(4u, n - i); k++) {
            kinds |= (velocity_tag[i + k].w & 3u) << (8u * k);
        }
        columns[header + 9u * n + i / 4u] = kinds;
    }
}
