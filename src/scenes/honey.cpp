#include "scenes/scenes.h"

namespace slosh {

Scene honey_scene() {
    Scene scene = round_blobs();
    scene.name = "honey";
    scene.main_parameters = "particles gravity-y linear-viscosity stickiness friction";
    scene.presets =
        "syrup: linear-viscosity=100 stickiness=60 | "
        "tar: linear-viscosity=20000 stickiness=500 | "
        "slippery: stickiness=0 friction=0 | slow moon: gravity-y=-6";
    scene.material = "honey";
    scene.about = "Viscosity impulses and sticky walls: honey folds, creeps and drips slowly.";
    auto& def = std::get<DoubleDensityDef>(scene.solver);
    def.particles = 2500;
    def.linear_viscosity = 1000;
    def.stickiness = 120;
    def.stick_distance = 2;
    def.friction = 0.6f;
    def.anti_stick = false;
    return scene;
}

}  // namespace slosh
