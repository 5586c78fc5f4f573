#include "scenes/scenes.h"

namespace slosh {

Scene fountain_scene() {
    Scene scene;
    scene.name = "fountain";
    scene.main_parameters = "particles gravity-y viscosity surface-tension";
    scene.presets = "moon: gravity-y=-4 | oil: viscosity=0.01 | skin: surface-tension=3";
    scene.about = "Three jets over a basin: the water drains at the sides and is pumped up again, drop by drop.";
    scene.material = "water";
    WcsphDef def;
    def.particles = 4500;
    def.artificial_viscosity = 0.012f;
    scene.solver = def;
    Domain& domain = scene.domain;
    domain.dimensions = 2;
    domain.walls = {.shape = Shape::box, .half = {1.1f, 0.75f, 0}};
    domain.fluid = {
        {.shape = Shape::box, .centre = {-0.595f, -0.625f, 0}, .half = {0.505f, 0.125f, 0}, .kind = 1, .lattice = true},
        {.shape = Shape::box, .centre = {0.595f, -0.625f, 0}, .half = {0.505f, 0.125f, 0}, .kind = 1, .lattice = true}};
    domain.inflow_volume = 0.4f;  // the water in the air

    // A fixed (kinematic) body that carries the nozzles.
    domain.bodies = {{.half = {0.09f, 0.25f, 0.1f}, .position = {0, -0.51f, 0}, .kind = 5, .period = 1}};
    const float nozzle_y = -0.245f;
    domain.emitters = {
        {.centre = {-0.055f, nozzle_y, 0}, .direction = {-0.2f, 1, 0}, .width = 0.042f, .speed = 4, .kind = 1},
        {.centre = {0, nozzle_y, 0}, .direction = {0, 1, 0}, .width = 0.034f, .speed = 4.3f, .kind = 2},
        {.centre = {0.055f, nozzle_y, 0}, .direction = {0.2f, 1, 0}, .width = 0.042f, .speed = 4, .kind = 1}};
    domain.drains = {{.shape = Shape::box, .centre = {-1.06f, -0.75f, 0}, .half = {0.03f, 0.03f, 0}},
                     {.shape = Shape::box, .centre = {1.06f, -0.75f, 0}, .half = {0.03f, 0.03f, 0}}};
    scene.interaction = InteractionSettings::for_metres();
    scene.view = {.centre = {0, 0, 0}, .width = 2.44f, .height = 1.7f};
    return scene;
}

}  // namespace slosh
