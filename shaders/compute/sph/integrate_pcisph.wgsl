// The new velocities and positions at the end of a sub-step. src/solvers/pcisph/time_integration.h.
#include "compute/sph/params.wgsl"
#include "compute/sph/walls.wgsl"
#include "compute/sph/prediction.wgsl"
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> velocity_tag: array<vec4u>;
@group(0) @binding(3) var<storage, read> displacement: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> moved_position: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> moved_velocity_tag: array<vec4u>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let moving = velocity_tag[i];
    if (moving.w == dead) {
        moved_position[i] = position[i];
        moved_velocity_tag[i] = moving;
        return;
    }
    let v = bitcast<vec3f>(moving.xyz) + limited(displacement[i].xyz) * (1.0 / params.dt);
    let p = stay_inside(Moving(position[i].xyz + v * params.dt, v), wall_inset(moving.w), 2.0);
    moved_position[i] = vec4f(p.x, 0.0);
    moved_velocity_tag[i] = vec4u(bitcast<vec3u>(p.v), moving.w);
}
