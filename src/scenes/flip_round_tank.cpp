#include "scenes/scenes.h"

namespace slosh {

// Half full, and not level: the water swings as a whole, and turns about.
Scene flip_round_tank_scene() {
    Scene scene = flip_tank(glm::vec3(0.5f), 50000);
    scene.name = "flip-round-tank";
    scene.about = "Water swings in a glass ball: Shift-drag the ball, and watch it climb the wall and fall over.";
    scene.domain.walls.shape = Shape::circle;
    FluidRegion half{Shape::circle, {0, 0, 0}, glm::vec3(0.5f), 0, {0, 0, 0.9f}, true};
    half.cut = {-0.8f, 1, 0};
    scene.domain.fluid = {half};
    scene.view = {{0, -0.03f, 0}, 1.3f, 1.25f, 26, 14, 28};
    return scene;
}

}  // namespace slosh
