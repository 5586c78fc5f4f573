// The motion of the particles of a group of 256 threads: the sum of what they have gained beside free fall, and the
// ranges of their velocities and positions. In two steps of 16 threads' values: few barriers.
struct MotionPart {
    gained: vec3f,
    min_velocity: vec3f,
    max_velocity: vec3f,
    low: vec3f,
    high: vec3f,
}
var<workgroup> row_parts: array<MotionPart, 16>;

fn no_motion() -> MotionPart {
    return MotionPart(vec3f(0.0), vec3f(3e38), vec3f(-3e38), vec3f(3e38), vec3f(-3e38));
}
fn combined(a: MotionPart, b: MotionPart) -> MotionPart {
    return MotionPart(a.gained + b.gained, min(a.min_velocity, b.min_velocity), max(a.max_velocity, b.max_velocity),
                      min(a.low, b.low), max(a.high, b.high));
}
// To be called by one thread after a barrier.
fn combine_rows() -> MotionPart {
    var all = row_parts[0];
    for (var n = 1u; n < 16u; n++) { all = combined(all, row_parts[n]); }
    return all;
}
