#include "scenes/scenes.h"

namespace slosh {
namespace {

// Weightless, far from the walls.
Scene free_drop() {
    Scene scene;
    WcsphDef def;
    def.sound_speed = 4;
    def.viscosity = 1e-5f, def.artificial_viscosity = 0.15f;
    def.surface_tension = 10;
    scene.solver = def;
    scene.domain.gravity = {0, 0, 0};
    scene.interaction = {.push_strength = 0.05f, .push_limit = 2, .stir_strength = 10, .stir_radius = 0.12f};
    return scene;
}

}  // namespace

Scene drop_scene() {
    Scene scene = free_drop();
    scene.name = "drop";
    scene.about = "Surface tension draws a square block of water into a drop, which wobbles and comes to rest round.";
    std::get<WcsphDef>(scene.solver).particles = 2500;
    scene.domain.walls = {Shape::box, {0.6f, 0.45f, 0}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::box, {0, 0, 0}, {0.2f, 0.2f, 0}, 1, {0, 0, 0}, true}};
    scene.view = {{0, 0, 0}, 1.3f, 1};
    return scene;
}

Scene drop_3d_scene() {
    Scene scene = free_drop();
    scene.name = "drop-3d";
    scene.about = "A cube of water pulls itself into a ball and swings: corners first, then the faces.";
    auto& def = std::get<WcsphDef>(scene.solver);
    def.particles = 16 * 16 * 16;
    scene.domain.dimensions = 3;
    scene.domain.walls = {Shape::box, {0.4f, 0.35f, 0.35f}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::box, {0, 0, 0}, {0.16f, 0.16f, 0.16f}, 1, {0, 0, 0}, true}};
    scene.style = "surface";
    scene.view = {{0, 0, 0}, 1.2f, 1, 28, 17, 28};
    return scene;
}

}  // namespace slosh
