// The parts of the sum of the pressure, for centre_pressure.wgsl.
#include "compute/flip/pressure/level.wgsl"
@group(0) @binding(2) var<storage, read> pressure: array<f32>;
@group(0) @binding(3) var<storage, read_write> partials: array<f32>;
#include "compute/flip/pressure/sums.wgsl"

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u,
                                      @builtin(local_invocation_index) local: u32,
                                      @builtin(workgroup_id) group: vec3u) {
    var sum = 0.0;
    for (var i = i32(id.x); i < level.size; i += i32(level.groups * 256u)) {
        if (matrix[i] > 0.0) { sum += pressure[i]; }
    }
    let total = sum_of_group(sum, local);
    if (local == 0u) { partials[sum_part + group.x] = total; }
}
