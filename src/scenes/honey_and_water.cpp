#include "scenes/scenes.h"

namespace slosh {

Scene honey_and_water_scene() {
    Scene scene;
    scene.name = "honey-and-water";
    scene.main_parameters = "particles gravity-y rest-density-4 viscosity-4 interface-tension no-slip";
    scene.presets =
        "light honey: rest-density-4=1150 | thin honey: viscosity-4=0.04 | "
        "moon: gravity-y=-1.6";
    scene.material = "water";
    scene.about = "A rope of honey sinks through water, sways, folds onto itself and creeps over the floor.";
    WcsphDef def;
    def.particles = 1700;
    def.artificial_viscosity = 0.014f;
    def.no_slip = 1;
    def.other_density[2] = 1400;
    def.other_viscosity[2] = 0.15f;
    def.interface_tension = 3;
    def.budget.when_full = WhenFull::stop;
    scene.solver = def;
    scene.domain.walls = {.shape = Shape::box, .half = {0.5f, 0.34f, 0}};
    scene.domain.fluid = {
        {.shape = Shape::box, .centre = {0, -0.27f, 0}, .half = {0.5f, 0.07f, 0}, .kind = 1, .lattice = true}};
    scene.domain.emitters = {
        {.centre = {0.06f, -0.02f, 0}, .direction = {-0.1f, -1, 0}, .width = 0.08f, .speed = 0.8f, .kind = 3}};
    scene.domain.inflow_volume = 0.19f;
    scene.interaction = InteractionSettings::for_metres();
    scene.view = {.centre = {0, 0, 0}, .width = 1.12f, .height = 0.78f};
    return scene;
}

}  // namespace slosh
