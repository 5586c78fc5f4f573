#include "scenes/scenes.h"

namespace slosh {
namespace {

// Base of both scenes: without gravity, far from the walls.
Scene free_drop() {
    Scene scene;
    WcsphDef def;
    def.viscosity = 1e-5f;
    def.artificial_viscosity = 0.15f;
    def.bulk_viscosity = 0.3f;
    def.surface_tension = 10;
    scene.solver = def;
    scene.main_parameters = "particles gravity-y surface-tension viscosity";
    scene.presets = "soft: surface-tension=5 viscosity=0.002 | calm: viscosity=0.005 | falling: gravity-y=-1";
    scene.domain.gravity = {0, 0, 0};
    scene.interaction = {.push_strength = 0.05f, .push_limit = 2, .stir_strength = 10, .stir_radius = 0.12f};
    return scene;
}

}  // namespace

Scene drop_scene() {
    Scene scene = free_drop();
    scene.name = "drop";
    scene.material = "water";
    scene.about =
        "Two drops collide and coalesce: the new one stretches, and surface tension pulls it together until it is "
        "round.";
    std::get<WcsphDef>(scene.solver).particles = 2500;
    scene.domain.walls = {.shape = Shape::box, .half = {0.6f, 0.45f, 0}};
    const auto flying_drop = [](float x, float y, float speed) {
        return FluidRegion{.shape = Shape::circle,
                           .centre = {x, y, 0},
                           .half = {0.16f, 0.16f, 0},
                           .kind = 1,
                           .velocity = {speed, 0, 0},
                           .lattice = true};
    };
    scene.domain.fluid = {flying_drop(-0.26f, 0.03f, 0.3f), flying_drop(0.26f, -0.03f, -0.3f)};
    scene.view = {.centre = {0, 0, 0}, .width = 1.3f, .height = 1};
    return scene;
}

Scene drop_3d_scene() {
    Scene scene = free_drop();
    scene.name = "drop-3d";
    scene.about =
        "Two drops collide and coalesce: the new one flattens, stretches and turns, and surface tension pulls it into "
        "a ball.";
    auto& def = std::get<WcsphDef>(scene.solver);
    def.particles = 16 * 16 * 16;
    scene.domain.dimensions = 3;
    scene.domain.walls = {.shape = Shape::box, .half = {0.45f, 0.35f, 0.35f}};
    const auto flying_drop = [](float x, float y, float z, float speed) {
        return FluidRegion{.shape = Shape::circle,
                           .centre = {x, y, z},
                           .half = glm::vec3(0.158f),
                           .kind = 1,
                           .velocity = {speed, 0, 0},
                           .lattice = true};
    };
    scene.domain.fluid = {flying_drop(-0.22f, 0.04f, 0.02f, 0.3f), flying_drop(0.22f, -0.04f, -0.02f, -0.3f)};
    scene.style = "surface";
    scene.view = {.centre = {0, 0, 0}, .width = 1.3f, .height = 1.22f, .yaw = 28, .pitch = 17, .field_of_view = 28};
    return scene;
}

}  // namespace slosh
