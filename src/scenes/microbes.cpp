#include "scenes/scenes.h"

namespace slosh {

// A drop of pond water under the microscope. Lengths in radii of a microbe's world: the dish is 10 across.
Scene microbes_scene() {
    Scene scene;
    scene.name = "microbes";
    scene.title = "Microbes";
    scene.about =
        "Four species that like, hunt or flee each other find together into cells and chains, and chase "
        "through the water that they stir up.";
    MuellerSphDef def;
    def.particles = 5000;
    def.smoothing = 3;
    def.stiffness = 150;
    def.viscosity[0] = 0.02f;
    def.drag = 4;
    def.life.species = 4;
    def.life.water = 0.5f;
    def.life.matrix = LifeDef::pattern(2);
    scene.solver = def;
    scene.domain.dimensions = 2;
    scene.domain.gravity = {0, 0, 0};
    scene.domain.walls = {Shape::circle, {5, 5, 0}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::circle, {0, 0, 0}, {5, 5, 0}, 0}};
    scene.hand = {100, 200, 40, 1.2f};
    scene.view = {{0, 0, 0}, 10.8f, 10.8f};
    scene.style = "points";
    scene.unit = "u";
    return scene;
}

}  // namespace slosh
