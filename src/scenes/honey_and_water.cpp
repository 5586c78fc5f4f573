#include "scenes/scenes.h"

namespace slosh {

Scene honey_and_water_scene() {
    Scene scene;
    scene.name = "honey-and-water";
    scene.title = "Honey and water";
    scene.about =
        "A rope of honey plunges through water, spreads over the floor and creeps into heaps, in ropes and slabs.";
    WcsphDef def;
    def.particles = 2600;
    def.artificial_viscosity = 0.02f;
    def.wall_drag = 1;
    def.other_density[2] = 1400, def.other_viscosity[2] = 0.12f;
    def.interface_tension = 3;
    scene.solver = def;
    scene.domain.walls = {Shape::box, {0.6f, 0.6f, 0}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::box, {0, -0.4f, 0}, {0.6f, 0.2f, 0}, 1, {0, 0, 0}, true},
                          {Shape::box, {0.02f, 0.14f, 0}, {0.07f, 0.3f, 0}, 3, {0, 0, 0}, true}};
    scene.hand = {1.6f, 100, 40, 0.22f};
    scene.view = {{0, 0, 0}, 1.34f, 1.34f};
    return scene;
}

}  // namespace slosh
