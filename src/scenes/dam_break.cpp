#include "scenes/scenes.h"

namespace slosh {

Scene dam_break_scene() {
    Scene scene;
    scene.name = "dam-break";
    scene.main_parameters = "particles gravity-y viscosity surface-tension style colour-by";
    scene.presets =
        "moon: gravity-y=-1.6 | oil: viscosity=0.02 | pressure: colour-by=pressure | "
        "liquid: style=metaballs colour-by=kind";
    scene.about = "Weakly compressible water: the column collapses, climbs the far wall and returns as a wave.";
    WcsphDef def;
    def.particles = 3000;
    scene.solver = def;
    scene.domain.dimensions = 2;
    scene.domain.walls = {.shape = Shape::box, .half = {1, 0.6f, 0}};
    scene.domain.fluid = {
        {.shape = Shape::box, .centre = {-0.7f, -0.2f, 0}, .half = {0.3f, 0.4f, 0}, .kind = 1, .lattice = true}};
    scene.interaction = InteractionSettings::for_metres();
    scene.view = {.centre = {0, 0, 0}, .width = 2.24f, .height = 1.4f};
    scene.style = "points";
    scene.colour_by = "speed";
    return scene;
}

}  // namespace slosh
