#include "scenes/scenes.h"

namespace slosh {

Scene dam_break_3d_scene() {
    Scene scene = glass_tank();
    scene.name = "dam-break-3d";
    scene.main_parameters = "particles gravity-y viscosity foam style";
    scene.presets = "moon: gravity-y=-1.6 | syrup: viscosity=0.02 | spray: foam=40000";
    scene.about = "A column of water collapses: watch it run along the floor, leap up the wall and roll back.";
    scene.domain.walls = {.shape = Shape::box, .half = {0.8f, 0.4f, 0.4f}};
    std::get<WcsphDef>(scene.solver).particles = 15 * 18 * 24;  // whole rows
    // Displaced so little that it is at rest: the wave is not the same in every slice, and its foam lies in no rows.
    scene.domain.fluid = {{.shape = Shape::box,
                           .centre = {-0.55f, -0.1f, 0},
                           .half = {0.25f, 0.3f, 0.4f},
                           .kind = 1,
                           .lattice = true,
                           .jitter = 0.005f}};
    scene.view = {.centre = {0, -0.04f, 0}, .width = 2.2f, .height = 1.6f, .yaw = 24, .pitch = 16, .field_of_view = 28};
    return scene;
}

}  // namespace slosh
