// Density and pressure; with surface tension also the gradient of the colour field. DensityPass in
// src/solvers/wcsph/density.h, pressure_of in equation_of_state.h, SurfaceTension::find in src/sph/surface_tension.h.
// `tension` is a constant in front of this text.
#include "compute/sph/params.wgsl"
#include "compute/sph/neighbours.wgsl"
#include "compute/sph/mirrors.wgsl"
#include "compute/sph/quartic_spline.wgsl"
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;  // and the volume before
@group(0) @binding(3) var<storage, read> velocity_tag: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> volume_pressure: array<vec2f>;  // V, p V^2
@group(0) @binding(5) var<storage, read_write> normal: array<vec4f>;

var<private> here: vec3f;
var<private> sum: f32;
var<private> gradient: vec3f;

fn visit(j: u32) {
    let offset = position[j].xyz - here;
    let q = sqrt(dot(offset, offset)) * params.inv_h;
    sum += kernel(q);
    if (tension) {
        gradient -= kernel_slope(max(q, smallest_q)) * offset;
    }
}

fn pressure_of(ratio: f32) -> f32 {
    if (params.is_tait != 0u) {
        let r2 = ratio * ratio;
        let r4 = r2 * r2;
        return params.stiffness / 7.0 * (r4 * r2 * ratio - 1.0);
    }
    return params.stiffness * (ratio - 1.0);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let tag = velocity_tag[i].w;
    if (tag == dead) {
        volume_pressure[i] = vec2f(0.0);
        return;
    }
    let own = position[i];
    let walls = walls_near(own.xyz, params.h);
    var total = 0.0;
    var total_gradient = vec3f(0.0);
    for (var image = 0u; image < 8u; image++) {
        if ((image & walls) != image) {
            continue;
        }
        let mirror = image_of(own.xyz, image);
        here = mirror.at;
        sum = 0.0;
        gradient = vec3f(0.0);
        for_neighbours(here);
        total += sum;
        total_gradient += reflect_vector(mirror, gradient);
    }
    let ratio = total * params.density_scale;
    var pressure = max(params.min_pressure, pressure_of(ratio));
    if (own.w > 0.0) {
        pressure = max(params.min_pressure, pressure + (ratio - params.volume / own.w) * params.bulk_rates[tag & 3u]);
    }
    let volume = params.volume / ratio;
    volume_pressure[i] = vec2f(volume, pressure * volume * volume);
    if (tension) {
        normal[i] = vec4f(total_gradient * params.normal_scale, 0.0);
    }
}
