#include "scenes/scenes.h"

namespace slosh {

Scene flip_ball_scene() {
    Scene scene = flip_tank({0.6f, 0.5f, 0.6f}, 70000);
    scene.name = "flip-ball";
    scene.about = "A ball of water drops into a pool: look for the crater, the crown, and the jet that follows.";
    scene.domain.fluid = {
        {.shape = Shape::box, .centre = {0, -0.375f, 0}, .half = {0.6f, 0.125f, 0.6f}, .kind = 0, .lattice = true},
        {.shape = Shape::circle,
         .centre = {0, 0.2f, 0},
         .half = glm::vec3(0.14f),
         .kind = 0,
         .velocity = {0, -1.5f, 0},
         .lattice = true}};
    return scene;
}

}  // namespace slosh
