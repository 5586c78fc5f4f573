#include "scenes/scenes.h"

namespace slosh {

Scene oil_and_water_scene() {
    Scene scene;
    scene.name = "oil-and-water";
    scene.about =
        "Water falls through oil: it breaks into drops, the oil rises past them, and two layers are left. Shake it.";
    WcsphDef def;
    def.particles = 4000;
    def.artificial_viscosity = 0.02f, def.bulk_viscosity = 0.1f;
    def.other_density[2] = 700, def.other_viscosity[2] = 1e-3f;
    def.interface_tension = 1;
    scene.solver = def;
    scene.domain.walls = {Shape::box, {0.7f, 0.6f, 0}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::box, {0, -0.375f, 0}, {0.7f, 0.225f, 0}, 3, {0, 0, 0}, true},
                          {Shape::box, {-0.3f, 0.1f, 0}, {0.3f, 0.25f, 0}, 1, {0, 0, 0}, true}};
    scene.interaction = InteractionSettings::for_metres();
    scene.view = {{0, 0, 0}, 1.54f, 1.34f};
    return scene;
}

}  // namespace slosh
