// Gravity and viscosity, the density at the present positions, and the first prediction; writes the neighbour lists of
// the corrections. ForcePass in src/solvers/pcisph/forces.h, ForceInteraction in interactions.h.
// `listed` is a constant in front of this text: whether there are lists.
#include "compute/sph/params.wgsl"
#include "compute/sph/neighbours.wgsl"
#include "compute/sph/mirrors.wgsl"
#include "compute/sph/walls.wgsl"
#include "compute/sph/wall_terms.wgsl"
#include "compute/sph/prediction.wgsl"
#include "compute/sph/corrections.wgsl"
#include "compute/sph/wendland.wgsl"
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> velocity_tag: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> displacement: array<vec4f>;  // dt^2 F / m, and the density ratio
@group(0) @binding(5) var<storage, read_write> predicted: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> pressure_target: array<vec2f>;
@group(0) @binding(7) var<storage, read_write> corrections: Corrections;

@group(0) @binding(8) var<storage, read_write> list: array<u32>;  // lists.wgsl

var<private> here: vec3f;
var<private> own_slot: u32;
var<private> lists_now: bool;
var<private> length_of_list: u32;
var<private> velocity: vec3f;
var<private> sum: vec4f;  // force and W

fn visit(j: u32) {
    let offset = position[j].xyz - here;
    let r2 = dot(offset, offset);
    if (listed && lists_now && r2 < params.list_radius * params.list_radius) {
        length_of_list += 1u;
        if (length_of_list <= params.list_capacity) {
            list[length_of_list * params.list_stride + own_slot] = j;
        }
    }
    if (r2 >= params.h * params.h) {
        return;
    }
    let dv = bitcast<vec3f>(velocity_tag[j].xyz) - velocity;
    let q = sqrt(r2) * params.inv_h;
    let slope = kernel_slope(q);
    let approach = min(dot(dv, offset), 0.0) / (r2 + params.eta2);
    let pi_ij = approach * min(params.artificial - approach * params.quadratic, params.artificial_limit);
    sum += vec4f(slope * -pi_ij * offset + slope * -params.two_mu * dv, kernel(q));
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i == 0u) {
        corrections.done = 0u;
    }
    if (i >= params.count) {
        return;
    }
    let x = position[i].xyz;
    let moving = velocity_tag[i];
    pressure_target[i] = vec2f(0.0);
    if (moving.w == dead) {
        displacement[i] = vec4f(0.0);
        predicted[i] = vec4f(x, 0.0);
        return;
    }
    let v = bitcast<vec3f>(moving.xyz);
    let walls = walls_near(x, params.h);
    own_slot = i;
    length_of_list = 0u;
    var total = vec4f(0.0);
    for (var image = 0u; image < 8u; image++) {
        if ((image & walls) != image) {
            continue;
        }
        let mirror = image_of(x, image);
        here = mirror.at;
        velocity = reflect_velocity(mirror, v);
        sum = vec4f(0.0);
        lists_now = image == 0u;
        for_neighbours(here);
        total += vec4f(reflect_vector(mirror, sum.xyz), sum.w);
    }
    if (listed) {
        list[i] = length_of_list;
    }
    var moved = total.xyz * params.displacement_scale + params.gravity * params.dt * params.dt;
    if (params.wall_drag > 0.0) {
        let wall = wall_terms(x);
        moved += params.wall_drag * wall.laplacian * (v - dot(v, wall.normal) * wall.normal);
    }
    displacement[i] = vec4f(moved, total.w * params.density_scale);
    predicted[i] = vec4f(predict_position(x, v, moved), 0.0);
}
