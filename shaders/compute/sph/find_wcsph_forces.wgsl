// The forces of pressure, viscosity, artificial viscosity, interface and surface tension and the walls, and the kick at
// the end of a sub-step. ForceInteraction in src/solvers/wcsph/interactions.h, the walls of src/solvers/wcsph/wall_force.h,
// GradientEnergyInteraction in src/sph/surface_tension.h. `tension` and `mixed` are constants in front of this text.
#include "compute/sph/params.wgsl"
#include "compute/sph/neighbours.wgsl"
#include "compute/sph/mirrors.wgsl"
#include "compute/sph/wall_terms.wgsl"
#include "compute/sph/quartic_spline.wgsl"
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> velocity_tag: array<vec4u>;
@group(0) @binding(4) var<storage, read> volume_pressure: array<vec2f>;
@group(0) @binding(5) var<storage, read> normal: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> acceleration: array<vec4f>;  // without gravity
@group(0) @binding(7) var<storage, read_write> kicked_velocity_tag: array<vec4u>;

var<private> here: vec3f;
var<private> velocity: vec3f;
var<private> own: vec2f;  // V, p V^2
var<private> own_normal: vec3f;
var<private> kind: u32;
var<private> sum: vec3f;
var<private> tension_sum: vec3f;

fn harmonic_mean(a: f32, b: f32) -> f32 { return 2.0 * a * b / (a + b + 1e-30); }

fn visit(j: u32) {
    let offset = position[j].xyz - here;
    let r2 = dot(offset, offset);
    if (r2 >= params.h * params.h) {
        return;
    }
    let other = volume_pressure[j];
    let moving = velocity_tag[j];
    let dv = bitcast<vec3f>(moving.xyz) - velocity;
    let volumes = own.x * other.x;
    var artificial = params.artificial;
    var two_mu = params.two_mu;
    if (mixed) {
        let k = moving.w & 3u;
        artificial = harmonic_mean(params.artificials[kind], params.artificials[k]);
        two_mu = harmonic_mean(params.two_mus[kind], params.two_mus[k]);
    }
    let q = max(sqrt(r2) * params.inv_h, smallest_q);
    let slope = kernel_slope(q);
    let approach = min(dot(dv, offset), 0.0) / (r2 + params.eta2);
    let pi_ij = approach * artificial * min(-approach * params.limiter_time, 1.0);
    var radial = own.y + other.y - pi_ij * volumes;
    if (mixed) {
        radial += select(volumes * params.interface_energy, 0.0, (moving.w & 3u) == kind);
    }
    sum += slope * radial * offset - slope * volumes * two_mu * dv;
    if (tension) {
        let dn = normal[j].xyz - own_normal;
        let close = max(kernel(q) * params.repulsion_by_w - params.repulsion_at_spacing, 0.0);
        let half = 0.5 * (kernel(0.0) * params.repulsion_by_w - params.repulsion_at_spacing);
        let along = dot(dn, offset) * (kernel_curvature(q) - slope) / max(r2, 1e-30) +
            slope * (close + params.repulsion_core * max(close - half, 0.0));
        tension_sum += slope * dn + along * offset;
    }
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let x = position[i].xyz;
    let moving = velocity_tag[i];
    if (moving.w == dead) {
        acceleration[i] = vec4f(0.0);
        kicked_velocity_tag[i] = moving;
        return;
    }
    let v = bitcast<vec3f>(moving.xyz);
    own = volume_pressure[i];
    kind = select(0u, moving.w & 3u, mixed);
    let walls = walls_near(x, params.h);
    var n = vec3f(0.0);
    if (tension) {
        n = normal[i].xyz;
    }
    var force = vec3f(0.0);
    for (var image = 0u; image < 8u; image++) {
        if ((image & walls) != image) {
            continue;
        }
        let mirror = image_of(x, image);
        here = mirror.at;
        velocity = reflect_velocity(mirror, v);
        own_normal = reflect_vector(mirror, n);
        sum = vec3f(0.0);
        tension_sum = vec3f(0.0);
        for_neighbours(here);
        force += params.slope_scale * reflect_vector(mirror, sum);
        if (tension) {
            force += params.tension * reflect_vector(mirror, tension_sum);
        }
    }
    if (params.mirrors == 0u || params.no_slip > 0.0) {
        force += wall_force(x, v, own.x, kind);
    }
    if (params.mirrors != 0u) {
        force += repulsion_of_mirrors(x);
    }
    let a = force * params.inv_masses[kind];
    acceleration[i] = vec4f(a, 0.0);
    kicked_velocity_tag[i] = vec4u(bitcast<vec3u>(v + params.kick * (a + params.gravity)), moving.w);
}
