#include "scenes/scenes.h"

namespace slosh {

// Half full, with a tilted surface and a velocity along z: the water swings as a whole and also rotates.
Scene flip_round_tank_scene() {
    Scene scene = flip_tank(glm::vec3(0.5f), 50000);
    scene.name = "flip-round-tank";
    scene.about = "Water swings in a glass ball: move the ball and watch the water climb the wall.";
    std::get<FlipDef>(scene.solver).obstacle_y = -0.15f;  // in the middle of the water
    scene.domain.walls.shape = Shape::circle;
    FluidRegion half{.shape = Shape::circle,
                     .centre = {0, 0, 0},
                     .half = glm::vec3(0.5f),
                     .kind = 0,
                     .velocity = {0, 0, 0.9f},
                     .lattice = true,
                     .cut = {-0.8f, 1, 0}};
    scene.domain.fluid = {half};
    scene.view = {
        .centre = {0, -0.03f, 0}, .width = 1.3f, .height = 1.25f, .yaw = 26, .pitch = 14, .field_of_view = 28};
    return scene;
}

}  // namespace slosh
