// The velocity at the centre of the face across `axis` of the cell `at`: of the other components the mean of the four
// faces around it.
fn velocity_at_face(at: i32, axis: i32) -> vec3f {
    var velocity = vec3f(0.0);
    let back = stride_of(axis);
    for (var d = 0; d < 3; d++) {
        let f = d * params.size + at;
        let up = stride_of(d);
        velocity[d] = faces[f].x;
        if (d != axis) {
            velocity[d] = 0.25 * (faces[f].x + faces[f + up].x + faces[f - back].x + faces[f + up - back].x);
        }
    }
    return velocity;
}
