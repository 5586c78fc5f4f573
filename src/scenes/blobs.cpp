#include "scenes/scenes.h"

namespace slosh {

// As in the original demo: a view of height 46.04 u, of which the container takes up 97 %.
Scene round_blobs() {
    Scene scene;
    scene.solver = DoubleDensityDef{};
    scene.unit = "u";
    scene.domain.dimensions = 2;
    scene.domain.walls = {.shape = Shape::circle, .half = {22.33f, 22.33f, 0}};
    scene.domain.gravity = {0, -35, 0};
    // The area of 1,500 particles at the interaction radius of the original demo.
    scene.domain.fluid = {{.shape = Shape::circle, .centre = {0, 2, 0}, .half = {14.41554f, 14.41554f, 0}}};
    scene.view = {.centre = {0, 0, 0}, .width = 52, .height = 52};
    scene.pour = {.kind = 3, .speed = 15, .width = 3};
    return scene;
}

Scene blobs_scene() {
    Scene scene = round_blobs();
    scene.name = "blobs";
    scene.main_parameters = "particles gravity-y weight-difference stiffness linear-viscosity";
    scene.presets =
        "moon: gravity-y=-6 | one liquid: weight-difference=0 | "
        "thick: linear-viscosity=60 quadratic-viscosity=0.3 | "
        "heavy and light: weight-difference=0.8";
    scene.about = "Three fluids of different weight: drag the round container, then watch them separate.";
    std::get<DoubleDensityDef>(scene.solver).weight_difference = 0.5f;
    return scene;
}

Scene blobs_20k_scene() {
    Scene scene = round_blobs();
    scene.name = "blobs-20k";
    scene.main_parameters = "particles gravity-y weight-difference stiffness linear-viscosity";
    scene.presets =
        "moon: gravity-y=-6 | one liquid: weight-difference=0 | "
        "thick: linear-viscosity=60 quadratic-viscosity=0.3";
    scene.about = "The round container with 20,000 particles: finer waves and drops.";
    auto& def = std::get<DoubleDensityDef>(scene.solver);
    def.particles = 20000;
    def.weight_difference = 0.8f;
    return scene;
}

}  // namespace slosh
