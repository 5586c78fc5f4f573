#include "scenes/scenes.h"

namespace slosh {

Scene flip_obstacles_scene() {
    Scene scene = flip_tank({1, 0.5f, 0.4f}, 70000);
    scene.name = "flip-obstacles";
    scene.about = "A flood runs into a pillar, a block and a ball: drag them around while the water flows.";
    FlipDef& def = std::get<FlipDef>(scene.solver);
    def.obstacle_x = -0.22f;
    def.obstacle_z = -0.15f;
    scene.domain.fluid = {flip_column({-0.72f, -0.12f, 0}, {0.28f, 0.38f, 0.4f})};
    const BodyDef pillar{
        .shape = BodyShape::cylinder, .half = {0.09f, 0.3f, 0.09f}, .position = {0, -0.22f, 0.14f}, .kind = 2};
    const BodyDef block{.shape = BodyShape::box,
                        .half = {0.12f, 0.14f, 0.12f},
                        .position = {0.36f, -0.37f, -0.16f},
                        .rotation = {1, 0, 0.3f, 0},
                        .kind = 1};
    const BodyDef ball{
        .shape = BodyShape::ball, .half = glm::vec3(0.13f), .position = {0.62f, -0.38f, 0.15f}, .kind = 0};
    scene.domain.bodies = {pillar, block, ball};
    return scene;
}

}  // namespace slosh
