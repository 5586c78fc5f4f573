// Adds the forces of the last change of the pressures, and predicts the positions again. add_pressure_force() in
// src/solvers/pcisph/pressure_loop.h, PressureInteraction in interactions.h.
#include "compute/sph/params.wgsl"
#include "compute/sph/neighbours.wgsl"
#include "compute/sph/lists.wgsl"
#include "compute/sph/mirrors.wgsl"
#include "compute/sph/walls.wgsl"
#include "compute/sph/prediction.wgsl"
#include "compute/sph/corrections.wgsl"
#include "compute/sph/wendland.wgsl"
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;  // and the change of the pressure
@group(0) @binding(3) var<storage, read> velocity_tag: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> displacement: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> predicted: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> corrections: Corrections;

@group(0) @binding(7) var<storage, read> list: array<u32>;

var<private> here: vec4f;
var<private> sum: vec3f;

fn visit(j: u32) {
    let other = position[j];
    let offset = other.xyz - here.xyz;
    let r2 = dot(offset, offset);
    if (r2 < params.h * params.h) {
        sum += kernel_slope(sqrt(r2) * params.inv_h) * (here.w + other.w) * offset;
    }
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i == 0u) {
        corrections.done += 1u;
    }
    if (i >= params.count) {
        return;
    }
    let before = displacement[i];
    if (!(before.w > 0.0) || predicted[i].w > 0.0) {  // a dead particle; one in an inlet zone
        return;
    }
    let own = position[i];
    let walls = walls_near(own.xyz, params.h);
    var total = vec3f(0.0);
    for (var image = 0u; image < 8u; image++) {
        if ((image & walls) != image) {
            continue;
        }
        let mirror = image_of(own.xyz, image);
        here = vec4f(mirror.at, own.w);
        sum = vec3f(0.0);
        for_listed(i, mirror.at, image);
        total += reflect_vector(mirror, sum);
    }
    let moved = before.xyz + total * params.displacement_scale;
    displacement[i] = vec4f(moved, before.w);
    predicted[i] = vec4f(predict_position(own.xyz, bitcast<vec3f>(velocity_tag[i].xyz), moved), 0.0);
}
