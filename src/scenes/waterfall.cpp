#include "scenes/scenes.h"

namespace slosh {

Scene waterfall_scene() {
    Scene scene;
    scene.name = "waterfall";
    scene.main_parameters = "particles gravity-y viscosity surface-tension";
    scene.presets = "moon: gravity-y=-4 | oil: viscosity=0.01 | syrup: viscosity=0.1 | skin: surface-tension=8";
    scene.about = "No tank at all: water spills from ledge to ledge, falls out of view and returns at the top.";
    WcsphDef def;
    def.particles = 2800;
    def.search = WcsphDef::Search::hash;
    scene.solver = def;
    Domain& domain = scene.domain;
    domain.dimensions = 2;
    domain.walls = Walls::none();
    domain.inflow_volume = 0.36f;
    domain.fluid = {
        {.shape = Shape::box, .centre = {0.105f, 0.07f, 0}, .half = {0.415f, 0.05f, 0}, .kind = 1, .lattice = true},
        {.shape = Shape::box, .centre = {-0.625f, -0.57f, 0}, .half = {0.415f, 0.05f, 0}, .kind = 1, .lattice = true}};
    const auto rock = [&](glm::vec3 position, glm::vec3 half, float turn = 0) {
        // Kinematic without an oscillation: fixed.
        domain.bodies.push_back({.half = half, .position = position, .rotation = {.z = turn}, .kind = 5, .period = 1});
    };
    domain.emitters = {
        {.centre = {-0.72f, 0.83f, 0}, .direction = {1, 0, 0}, .width = 0.09f, .speed = 1.1f, .kind = 1}};
    rock({-0.67f, 0.68f, 0}, {0.3f, 0.09f, 0.1f});
    rock({-0.9f, 0.9f, 0}, {0.05f, 0.28f, 0.1f});
    // The upper basin, which spills to the left.
    rock({0.1f, -0.04f, 0}, {0.5f, 0.06f, 0.1f});
    rock({0.58f, 0.18f, 0}, {0.06f, 0.3f, 0.1f});
    rock({-0.36f, 0.01f, 0}, {0.05f, 0.09f, 0.1f});
    // The lower basin, which spills to the right.
    rock({-0.62f, -0.68f, 0}, {0.5f, 0.06f, 0.1f});
    rock({-1.1f, -0.5f, 0}, {0.06f, 0.25f, 0.1f});
    rock({-0.16f, -0.62f, 0}, {0.05f, 0.08f, 0.1f});
    domain.drains = {{.shape = Shape::box, .centre = {0, -3, 0}, .half = {100, 1.3f, 0}}};
    scene.interaction = InteractionSettings::for_metres();
    scene.material = "water";
    scene.view = {.centre = {-0.26f, -0.02f, 0}, .width = 2.1f, .height = 2.2f};
    return scene;
}

}  // namespace slosh
