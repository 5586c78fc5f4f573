// Of 3x3 samples in the order of fetch_depths().
const mat3 binomial_weights = mat3(1.0, 2.0, 1.0, 2.0, 4.0, 2.0, 1.0, 2.0, 1.0);

float sum(vec3 v) {
    return v.x + v.y + v.z;
}

// Weighted least-squares fit of a plane to 3x3 reciprocal depths: value in the middle, and slope per sample. In perspective
// the reciprocal depth of a plane is linear in pixels, so that slopes are reproduced exactly, and samples on one side only
// do not pull the value towards them. `ridge` > 0 makes the fit unique where samples lie on a line: without evidence the
// slope is 0.
vec3 fit_plane(mat3 weights, mat3 values, float ridge) {
    mat3 weighted = matrixCompMult(weights, values);
    vec3 by_x = weights * vec3(1.0), by_y = vec3(1.0) * weights;  // sums of columns, and of rows, of the image
    vec3 value_by_x = weighted * vec3(1.0), value_by_y = vec3(1.0) * weighted;
    float weight = sum(by_x), value = sum(value_by_x) / weight;
    vec2 offset = vec2(by_x.z - by_x.x, by_y.z - by_y.x), mean = offset / weight;
    // About the centroid: two equations remain.
    float xx = by_x.z + by_x.x - mean.x * offset.x + ridge, yy = by_y.z + by_y.x - mean.y * offset.y + ridge;
    float xy = weights[2].z - weights[2].x - weights[0].z + weights[0].x - mean.x * offset.y;
    vec2 right_side = vec2(value_by_x.z - value_by_x.x, value_by_y.z - value_by_y.x) - value * offset;
    vec2 slope = vec2(yy * right_side.x - xy * right_side.y, xx * right_side.y - xy * right_side.x) / (xx * yy - xy * xy);
    return vec3(value - dot(slope, mean), slope);
}
