// inv_theta() (grid/liquid/projection.h).
const min_theta = 0.04;
fn inv_theta(fluid: f32, other: f32) -> f32 {
    let theta = max(fluid / (fluid - max(other, 0.0)), min_theta);
    return select(1.0 / theta, 1.0, other < 0.0);
}
