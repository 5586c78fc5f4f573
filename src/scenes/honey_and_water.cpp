#include "scenes/scenes.h"

namespace slosh {

Scene honey_and_water_scene() {
    Scene scene;
    scene.name = "honey-and-water";
    scene.title = "Honey and water";
    scene.about = "A rope of honey falls into water: it buckles on the floor, folds, and creeps into a heap.";
    WcsphDef def;
    def.particles = 3600;
    def.artificial_viscosity = 0.02f;
    def.wall_drag = 1;
    def.other_density[2] = 1450, def.other_viscosity[2] = 0.06f;
    scene.solver = def;
    scene.domain.walls = {Shape::box, {0.6f, 0.6f, 0}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::box, {0, -0.375f, 0}, {0.6f, 0.225f, 0}, 1, {0, 0, 0}, true},
                          {Shape::box, {0.02f, 0.21f, 0}, {0.055f, 0.34f, 0}, 3, {0, -0.6f, 0}, true}};
    scene.hand = {1.6f, 100, 40, 0.22f};
    scene.view = {{0, 0, 0}, 1.34f, 1.34f};
    return scene;
}

}  // namespace slosh
