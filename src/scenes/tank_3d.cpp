#include "scenes/scenes.h"

namespace slosh {

// Base of the 3D scenes: metres, a view from the right and above.
Scene glass_tank() {
    Scene scene;
    WcsphDef def;
    def.artificial_viscosity = 0.1f;
    def.bulk_viscosity = 0.3f;
    scene.solver = def;
    scene.domain.dimensions = 3;
    scene.interaction = {.push_strength = 0.6f, .push_limit = 60, .stir_strength = 30, .stir_radius = 0.16f};
    scene.style = "surface";
    scene.diffuse.budget = 16000;
    return scene;
}

Scene tank_3d_scene() {
    Scene scene = glass_tank();
    scene.name = "tank-3d";
    scene.main_parameters = "particles gravity-y viscosity foam style";
    scene.presets = "moon: gravity-y=-1.6 | syrup: viscosity=0.02 | spray: foam=40000";
    scene.about =
        "A block of water drops into a glass tank: look at it from all sides, move the tank and let it slosh.";
    scene.domain.walls = {.shape = Shape::box, .half = {0.5f, 0.3f, 0.3f}};
    std::get<WcsphDef>(scene.solver).particles = 24 * 14 * 18;  // whole rows
    // Displaced so little that it is at rest: see dam-break-3d.
    scene.domain.fluid = {{.shape = Shape::box,
                           .centre = {-0.194f, -0.04f, -0.0705f},
                           .half = {12 * 0.0255f, 7 * 0.0255f, 9 * 0.0255f},
                           .kind = 1,
                           .lattice = true,
                           .jitter = 0.005f}};
    scene.view = {
        .centre = {0, -0.03f, 0}, .width = 1.42f, .height = 1.12f, .yaw = 28, .pitch = 17, .field_of_view = 28};
    return scene;
}

}  // namespace slosh
