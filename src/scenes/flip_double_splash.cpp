#include "scenes/scenes.h"

namespace slosh {

Scene flip_double_splash_scene() {
    Scene scene = flip_tank({0.8f, 0.5f, 0.4f}, 60000);
    scene.name = "flip-double-splash";
    scene.about = "Two columns collapse in opposite corners: a sheet of water leaps up where the fronts meet.";
    const glm::vec3 half(0.2f, 0.35f, 0.2f);
    scene.domain.fluid = {flip_column({-0.6f, -0.15f, -0.2f}, half), flip_column({0.6f, -0.15f, 0.2f}, half)};
    return scene;
}

}  // namespace slosh
