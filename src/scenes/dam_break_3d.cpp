#include "scenes/scenes.h"

namespace slosh {

Scene dam_break_3d_scene() {
    Scene scene = glass_tank();
    scene.name = "dam-break-3d";
    scene.about = "A column at one end lets go: watch the tongue run along the floor, leap at the wall and roll back.";
    scene.domain.walls = {Shape::box, {0.8f, 0.4f, 0.4f}, {0, 0, 0}};
    std::get<WcsphDef>(scene.solver).particles = 15 * 18 * 24;  // whole rows
    scene.domain.fluid = {{Shape::box, {-0.55f, -0.1f, 0}, {0.25f, 0.3f, 0.4f}, 1, {0, 0, 0}, true}};
    scene.view = {{0, -0.04f, 0}, 2.2f, 1.6f, 24, 16, 28};
    return scene;
}

}  // namespace slosh
