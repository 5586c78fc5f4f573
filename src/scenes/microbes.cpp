#include "scenes/scenes.h"

namespace slosh {

// A drop of pond water under the microscope; the dish is 10 u across.
Scene microbes_scene() {
    Scene scene;
    scene.name = "microbes";
    scene.main_parameters = "particles species water life-strength life-radius drag";
    scene.presets =
        "crowd: water=0.2 | rush: life-strength=240 drag=1.5 | calm: drag=8 | "
        "far senses: life-radius=2.8";
    scene.about =
        "Four species attract, hunt or flee each other: they form cells and chains, and stir the water as they go.";
    MuellerSphDef def;
    def.particles = 5000;
    def.smoothing = 3;
    def.stiffness = 400;
    for (float& nu : def.viscosity) nu = 0.02f;
    def.walls = MuellerSphDef::WallModel::density;
    def.drag = 3;
    def.life.species = 4;
    def.life.strength = 120;
    def.life.radius = 1.9f;
    def.life.water = 0.5f;
    def.life.matrix = ParticleLifeDef::pattern(2, def.life.species);
    scene.solver = def;
    scene.domain.dimensions = 2;
    scene.domain.gravity = {0, 0, 0};
    scene.domain.walls = {.shape = Shape::circle, .half = {5, 5, 0}};
    // Slightly larger than the dish: the fluid is compressed, and its pressure leaves no holes.
    scene.domain.fluid = {{.shape = Shape::circle, .centre = {0, 0, 0}, .half = {5.07f, 5.07f, 0}, .kind = 0}};
    scene.interaction = {.push_strength = 100, .push_limit = 200, .stir_strength = 40, .stir_radius = 1.2f};
    scene.view = {.centre = {0, 0, 0}, .width = 10.8f, .height = 10.8f};
    scene.style = "metaballs";
    scene.unit = "u";
    return scene;
}

}  // namespace slosh
