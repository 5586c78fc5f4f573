// The density at the predicted positions, and the correction of each pressure by its error.
// predict_density_and_update_pressure() in src/solvers/pcisph/pressure_loop.h, add_predicted_density in ghost_pairs.h.
#include "compute/sph/params.wgsl"
#include "compute/sph/neighbours.wgsl"
#include "compute/sph/lists.wgsl"
#include "compute/sph/mirrors.wgsl"
#include "compute/sph/corrections.wgsl"
#include "compute/sph/wendland.wgsl"
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> predicted: array<vec4f>;
@group(0) @binding(3) var<storage, read> displacement: array<vec4f>;  // and the density ratio at the start
@group(0) @binding(4) var<storage, read_write> pressure_target: array<vec2f>;
@group(0) @binding(5) var<storage, read_write> position: array<vec4f>;  // and the change of the pressure
@group(0) @binding(6) var<storage, read> corrections: Corrections;

@group(0) @binding(7) var<storage, read> list: array<u32>;

var<private> here: vec3f;
var<private> sum: f32;

fn visit(j: u32) {
    let offset = predicted[j].xyz - here;
    let r2 = dot(offset, offset);
    if (r2 < params.h * params.h) {
        sum += kernel(sqrt(r2) * params.inv_h);
    }
}

const centring = 0.5;
const max_density_error = 0.05;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let before = displacement[i].w;
    if (!(before > 0.0)) {  // a dead particle; others count themselves
        return;
    }
    let own = position[i];
    let x = predicted[i].xyz;
    let walls = walls_near(x, params.h);
    sum = 0.0;
    for (var image = 0u; image < 8u; image++) {
        if ((image & walls) != image) {
            continue;
        }
        // The cells hold the positions before the prediction: the search is around the image of that time.
        let mirror = image_of(x, image);
        here = mirror.at;
        for_listed(i, here - reflect_vector(mirror, x - own.xyz), image);
    }
    let ratio = sum * params.density_scale;
    let now = corrections.steps[corrections.done];
    let state = pressure_target[i];
    let goal = select(state.y, 1.0 + centring * (ratio - before), corrections.done == 0u);
    let error = min(ratio - goal, max_density_error);
    let pressure = max(state.x + (now.x * own.w + now.y * error), 0.0);
    pressure_target[i] = vec2f(pressure, goal);
    position[i].w = pressure - state.x;
}
