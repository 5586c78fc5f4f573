// inv_theta() (grid/liquid/projection.h).
const min_depth = 0.04;
fn inv_theta(fluid: f32, other: f32) -> f32 {
    return select(1.0 + max(other, 0.0) / max(-fluid, min_depth), 1.0, other < 0.0);
}
