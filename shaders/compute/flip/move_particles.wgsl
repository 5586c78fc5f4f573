// Mirrors grid_to_particles_and_advect() (grid/liquid/g2p_advection.h), grid_to_affine_particles() (grid/liquid/p2g.h),
// integrate_isolated_particles() and CutCells::push_particles_out(). Also the parts of the change of momentum beside
// free fall, and of the ranges of velocities and positions.
#include "compute/flip/params.wgsl"
@group(0) @binding(1) var<storage, read> source: array<vec4u>;  // particles, sorted by cell
@group(0) @binding(2) var<storage, read> faces: array<vec2f>;  // velocity, and what the particles take of it
@group(0) @binding(3) var<storage, read> isolated: array<u32>;
@group(0) @binding(4) var<storage, read> solid: array<f32>;
@group(0) @binding(5) var<storage, read_write> particles: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> motion_parts: array<MotionPart>;  // by group
@group(0) @binding(7) var<uniform> solids: Solids;
#include "compute/flip/solid.wgsl"
#include "compute/flip/push_out.wgsl"
#include "compute/flip/motion_parts.wgsl"

var<workgroup> thread_gained: array<vec3f, 256>;
var<workgroup> thread_velocity: array<vec3f, 256>;
var<workgroup> thread_position: array<vec3f, 256>;

const along_x = vec3<bool>(true, false, false);
const along_y = vec3<bool>(false, true, false);
const along_z = vec3<bool>(false, false, true);

// Of the component along an axis, the lowest of the eight faces around a position in cells, and the weights of the
// upper ones. Beyond the outermost centres the field is constant: walls are mirrors.
struct Stencil {
    at: i32,
    part: vec3f,
}
fn stencil_of(coord: vec3f, axis: i32, along: vec3<bool>) -> Stencil {
    let place = select(clamp(coord - 0.5, vec3f(0.0), vec3f(params.n - 1)), coord, along);
    let low = vec3i(min(place, vec3f(params.n - 1)));
    return Stencil(axis * params.size + index_of(low), place - vec3f(low));
}
fn sample_both(coord: vec3f, axis: i32, along: vec3<bool>) -> vec2f {
    let s = stencil_of(coord, axis, along);
    let y = s.at + params.row;
    let z = s.at + params.slab;
    let yz = y + params.slab;
    let a = mix(faces[s.at], faces[s.at + 1], s.part.x);
    let b = mix(faces[y], faces[y + 1], s.part.x);
    let c = mix(faces[z], faces[z + 1], s.part.x);
    let d = mix(faces[yz], faces[yz + 1], s.part.x);
    return mix(mix(a, b, s.part.y), mix(c, d, s.part.y), s.part.z);
}
// The value of the second field, and in xyz its gradient, per cell.
fn sample_slope(coord: vec3f, axis: i32, along: vec3<bool>) -> vec4f {
    let s = stencil_of(coord, axis, along);
    let y = s.at + params.row;
    let z = s.at + params.slab;
    let yz = y + params.slab;
    let a = vec2f(faces[s.at].y, faces[s.at + 1].y);
    let b = vec2f(faces[y].y, faces[y + 1].y);
    let c = vec2f(faces[z].y, faces[z + 1].y);
    let d = vec2f(faces[yz].y, faces[yz + 1].y);
    let low = mix(a, b, s.part.y);
    let high = mix(c, d, s.part.y);
    let middle = mix(low, high, s.part.z);
    let by_y = mix(b - a, d - c, s.part.z);
    let by_z = high - low;
    let slope = vec3f(middle.y - middle.x, mix(by_y.x, by_y.y, s.part.x), mix(by_z.x, by_z.y, s.part.x));
    // Beyond the outermost centres the field is constant.
    let inside = along | ((coord >= vec3f(0.5)) & (coord < vec3f(params.n) - 0.5));
    return vec4f(select(vec3f(0.0), slope, inside), mix(middle.x, middle.y, s.part.x));
}
fn sample_first(coord: vec3f, axis: i32, along: vec3<bool>) -> f32 {
    let s = stencil_of(coord, axis, along);
    let y = s.at + params.row;
    let z = s.at + params.slab;
    let yz = y + params.slab;
    let a = mix(faces[s.at].x, faces[s.at + 1].x, s.part.x);
    let b = mix(faces[y].x, faces[y + 1].x, s.part.x);
    let c = mix(faces[z].x, faces[z + 1].x, s.part.x);
    let d = mix(faces[yz].x, faces[yz + 1].x, s.part.x);
    return mix(mix(a, b, s.part.y), mix(c, d, s.part.y), s.part.z);
}
fn velocity_at(coord: vec3f) -> vec3f {
    return vec3f(sample_first(coord, 0, along_x), sample_first(coord, 1, along_y), sample_first(coord, 2, along_z));
}
// The displacement over dt, in cells; `u` is the velocity at `coord`.
fn displacement(coord: vec3f, u: vec3f) -> vec3f {
    let scale = params.dt * params.inv_edge;
    let top = vec3f(params.n);
    let first = u * scale;
    if (params.scheme == 0u) { return first; }
    let second = velocity_at(clamp(coord + first * 0.5, vec3f(0.0), top)) * scale;
    if (params.scheme == 1u) { return second; }
    let third = velocity_at(clamp(coord + second * 0.75, vec3f(0.0), top)) * scale;
    return (2.0 * first + 3.0 * second + 4.0 * third) / 9.0;
}

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u,
                                      @builtin(local_invocation_index) local: u32,
                                      @builtin(workgroup_id) group: vec3u) {
    let slot = id.x;
    let exists = slot < params.count;
    var gained = vec3f(0.0);
    var v = vec3f(0.0);
    var to = vec3f(0.0);
    if (exists) {
        let position = source[slot];
        let saved = source[params.capacity + slot];
        let before = bitcast<vec3f>(saved.xyz);
        let gravity_dt = params.gravity * params.dt;
        let early = gravity_dt * (0.5 * params.dt);
        let gained2 = dot(gravity_dt, gravity_dt);
        let low = params.corner + params.container * params.dt;
        let lowest = low + 1e-3 * params.edge;
        let highest = low + vec3f(params.n) * params.edge - 1e-3 * params.edge;
        var x = bitcast<vec3f>(position.xyz);
        var coord = in_cells(x);
        v = before;
        let is_isolated = isolated[index_of(cell_of(coord))] != 0u;
        var slopes = mat3x3f();
        if (is_isolated) {
            v += gravity_dt;
            to = x + v * params.dt - early;
        } else {
            var u = vec3f(0.0);
            var taken = vec3f(0.0);
            if (affine) {
                let by_x = sample_slope(coord, 0, along_x);
                let by_y = sample_slope(coord, 1, along_y);
                let by_z = sample_slope(coord, 2, along_z);
                taken = vec3f(by_x.w, by_y.w, by_z.w);
                slopes = mat3x3f(by_x.xyz * params.inv_edge, by_y.xyz * params.inv_edge, by_z.xyz * params.inv_edge);
            } else {
                let by_x = sample_both(coord, 0, along_x);
                let by_y = sample_both(coord, 1, along_y);
                let by_z = sample_both(coord, 2, along_z);
                u = vec3f(by_x.x, by_y.x, by_z.x);
                taken = vec3f(by_x.y, by_y.y, by_z.y);
            }
            let next = taken + params.container + select(params.flip * (v - params.container), vec3f(0.0), affine);
            // How much of the motion is free fall: FreeFall (grid/flip_particles.h).
            let falling = select(0.0, clamp(2.0 * (dot(next - v, gravity_dt) / gained2) - 1.0, 0.0, 1.0), gained2 > 0.0);
            v = next;
            x -= falling * early;
            if (affine) {
                coord = in_cells(x);
                u = velocity_at(coord);
            }
            to = x + displacement(coord, u) * params.edge + params.container * params.dt;
        }
        gained = v - before - gravity_dt;
        let clamped = clamp(to, lowest, highest);
        v = select(v, min(v, params.container), to > clamped);
        v = select(v, max(v, params.container), to < clamped);
        to = clamped;
        if (has_solids) { push_out(low, &to, &v); }
        particles[slot] = vec4u(bitcast<vec3u>(to), position.w);
        particles[params.capacity + slot] = vec4u(bitcast<vec3u>(v), saved.w);
        if (affine) {
            for (var axis = 0u; axis < 3u; axis++) {
                particles[(2u + axis) * params.capacity + slot] = vec4u(bitcast<vec3u>(slopes[axis]), 0u);
            }
        }
    }
    thread_gained[local] = gained;
    thread_velocity[local] = v;
    thread_position[local] = to;
    workgroupBarrier();
    let first = 256u * group.x;
    if (local < 16u) {
        var row = no_motion();
        for (var n = local; n < min(params.count - first, 256u); n += 16u) {
            let velocity = thread_velocity[n];
            let place = thread_position[n];
            row = combined(row, MotionPart(thread_gained[n], velocity, velocity, place, place));
        }
        row_parts[local] = row;
    }
    workgroupBarrier();
    if (local == 0u) { motion_parts[group.x] = combine_rows(); }
}
