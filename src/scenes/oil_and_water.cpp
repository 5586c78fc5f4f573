#include "scenes/scenes.h"

namespace slosh {

Scene oil_and_water_scene() {
    Scene scene;
    scene.name = "oil-and-water";
    scene.main_parameters = "particles gravity-y rest-density-4 viscosity-4 interface-tension";
    scene.presets =
        "emulsion: interface-tension=0.1 | heavy oil: rest-density-4=950 | "
        "thick oil: viscosity-4=0.03 | moon: gravity-y=-1.6";
    scene.material = "water";
    scene.about =
        "Water falls through oil and breaks into drops; the oil rises until two layers remain. Shake the tank.";
    WcsphDef def;
    def.particles = 4000;
    def.artificial_viscosity = 0.008f;
    def.bulk_viscosity = 0.1f;
    def.other_density[2] = 700;
    def.other_viscosity[2] = 1e-3f;
    def.interface_tension = 1;
    scene.solver = def;
    scene.domain.walls = {.shape = Shape::box, .half = {0.7f, 0.6f, 0}};
    scene.domain.fluid = {
        {.shape = Shape::box, .centre = {0, -0.375f, 0}, .half = {0.7f, 0.225f, 0}, .kind = 3, .lattice = true},
        {.shape = Shape::box, .centre = {-0.3f, 0.1f, 0}, .half = {0.3f, 0.25f, 0}, .kind = 1, .lattice = true}};
    scene.interaction = InteractionSettings::for_metres();
    scene.view = {.centre = {0, 0, 0}, .width = 1.54f, .height = 1.34f};
    return scene;
}

}  // namespace slosh
