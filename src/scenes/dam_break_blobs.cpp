#include "scenes/scenes.h"

namespace slosh {

Scene dam_break_blobs_scene() {
    Scene scene = round_blobs();
    scene.name = "dam-break-blobs";
    scene.main_parameters = "particles gravity-y stiffness linear-viscosity colour-by";
    scene.presets =
        "moon: gravity-y=-6 | oil: linear-viscosity=40 | springy: stiffness=15 | "
        "speed: colour-by=speed";
    scene.material = "water";
    scene.about = "A column collapses in a box: follow the front along the floor and up the far wall.";
    std::get<DoubleDensityDef>(scene.solver).particles = 6000;
    scene.domain.walls = {.shape = Shape::box, .half = {32, 18, 0}};
    scene.domain.fluid = {{.shape = Shape::box, .centre = {-21, -4, 0}, .half = {11, 14, 0}}};
    scene.view = {.centre = {0, 0, 0}, .width = 72, .height = 44};
    return scene;
}

}  // namespace slosh
