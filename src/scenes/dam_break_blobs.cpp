#include "scenes/scenes.h"

namespace slosh {

Scene dam_break_blobs_scene() {
    Scene scene = round_blobs();
    scene.name = "dam-break-blobs";
    scene.about = "A column collapses in a box: follow the front along the floor and up the far wall.";
    std::get<DoubleDensityDef>(scene.solver).particles = 6000;
    scene.domain.walls = {Shape::box, {32, 18, 0}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::box, {-21, -4, 0}, {11, 14, 0}, FluidRegion::mixed, {0, 0, 0}}};
    scene.view = {{0, 0, 0}, 72, 44};
    return scene;
}

}  // namespace slosh
