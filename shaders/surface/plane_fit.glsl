// Weighted least-squares fit of a plane to reciprocal depths. In perspective the reciprocal depth of a plane is linear in
// pixels, so that slopes are reproduced exactly, and samples on one side only do not pull the value towards them.
struct PlaneFit {
    float weight;
    vec2 offset;   // sums of w x, w y
    vec3 square;   // sums of w x^2, w x y, w y^2
    float value;   // sum of w v
    vec2 product;  // sums of w v x, w v y
};

void add_sample(inout PlaneFit fit, vec2 offset, float value, float weight) {
    vec2 weighted = weight * offset;
    fit.weight += weight;
    fit.offset += weighted;
    fit.square += vec3(weighted * offset.x, weighted.y * offset.y);
    fit.value += weight * value;
    fit.product += value * weighted;
}

// Value at offset 0, and slope per unit of offset. `ridge` > 0 makes the fit unique where samples lie on a line: without
// evidence the slope is 0.
vec3 solve_plane(PlaneFit fit, float ridge) {
    vec2 mean = fit.offset / fit.weight;
    float value = fit.value / fit.weight;
    // About the centroid: two equations remain.
    vec3 m = fit.square - vec3(mean * fit.offset.x, mean.y * fit.offset.y) + vec3(ridge, 0.0, ridge);
    vec2 right_side = fit.product - value * fit.offset;
    vec2 slope = vec2(m.z * right_side.x - m.y * right_side.y, m.x * right_side.y - m.y * right_side.x) / (m.x * m.z - m.y * m.y);
    return vec3(value - dot(slope, mean), slope);
}
