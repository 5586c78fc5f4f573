#include "scenes/scenes.h"

namespace slosh {

Scene jelly_scene() {
    Scene scene = round_blobs();
    scene.name = "jelly";
    scene.main_parameters = "particles gravity-y spring-stiffness yield-ratio plasticity";
    scene.presets =
        "soft: spring-stiffness=1500 | firm: spring-stiffness=9000 | "
        "putty: yield-ratio=0.05 plasticity=0.4 | moon: gravity-y=-6";
    scene.material = "jelly";
    scene.about = "Springs between particles: a block that wobbles, and deforms when thrown around.";
    auto& def = std::get<DoubleDensityDef>(scene.solver);
    def.particles = 1500;
    def.spring_stiffness = 5000;
    def.yield_ratio = 0.3f;
    def.plasticity = 0.05f;
    def.linear_viscosity = 2;
    def.anti_stick = false;
    scene.domain.fluid = {{.shape = Shape::box, .centre = {0, 4, 0}, .half = {12.78f, 12.78f, 0}}};
    return scene;
}

}  // namespace slosh
