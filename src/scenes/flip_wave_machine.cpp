#include "scenes/scenes.h"

namespace slosh {

Scene flip_wave_machine_scene() {
    Scene scene = flip_tank({1.4f, 0.4f, 0.25f}, 50000);
    scene.name = "flip-wave-machine";
    scene.about = "The end wall moves to and fro: floating bodies ride the waves that break on the beach.";
    const BodyDef wall{.half = {0.15f, 0.6f, 0.25f},
                       .position = {-1.37f, 0, 0},
                       .kind = 5,
                       .oscillation = {0.08f, 0, 0},
                       .period = 1.3f};
    std::get<FlipDef>(scene.solver).obstacle_x = 0.35f;  // on the beach
    // A slope of one in four, from the floor at x = 0 to well above the water. Kinematic without an oscillation: fixed.
    const BodyDef beach{.half = {1, 0.3f, 0.25f},
                        .position = {1.043f, -0.4485f, 0},
                        .rotation = {1, 0, 0, 0.1231f},
                        .kind = 2,
                        .period = 1};
    scene.domain.bodies = {wall, beach};
    const auto add_floating = [&](BodyShape shape, glm::vec3 half, float x, float z, float density, uint8_t kind) {
        scene.domain.bodies.push_back({.shape = shape,
                                       .half = half,
                                       .density = density,
                                       .position = {x, -0.1f, z},
                                       .rotation = {1, 0, 0.2f, 0},
                                       .kind = kind,
                                       .dynamic = true});
    };
    add_floating(BodyShape::box, {0.1f, 0.055f, 0.07f}, -0.75f, 0.08f, 350, 3);
    add_floating(BodyShape::capsule, {0.12f, 0.05f, 0.05f}, -0.4f, -0.1f, 450, 4);
    add_floating(BodyShape::ball, glm::vec3(0.065f), -0.05f, 0.1f, 250, 0);
    FluidRegion shore{.shape = Shape::box,
                      .centre = {0.44f, -0.29f, 0},
                      .half = {0.44f, 0.11f, 0.25f},
                      .kind = 0,
                      .lattice = true,
                      .cut = {0.25f, -1, 0}};
    scene.domain.fluid = {
        {.shape = Shape::box, .centre = {-0.61f, -0.29f, 0}, .half = {0.61f, 0.11f, 0.25f}, .kind = 0, .lattice = true},
        shore};
    scene.view = {.centre = {0, -0.08f, 0}, .width = 3.3f, .height = 1.6f, .yaw = 14, .pitch = 15, .field_of_view = 28};
    return scene;
}

}  // namespace slosh
