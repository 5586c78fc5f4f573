#include "scenes/scenes.h"

namespace slosh {

Scene dam_break_scene() {
    Scene scene;
    scene.name = "dam-break";
    scene.about = "Weakly compressible water: the column falls, runs, climbs the far wall and comes back as a wave.";
    WcsphDef def;
    def.particles = 3000;
    scene.solver = def;
    scene.domain.dimensions = 2;
    scene.domain.walls = {Shape::box, {1, 0.6f, 0}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::box, {-0.7f, -0.2f, 0}, {0.3f, 0.4f, 0}, 1, {0, 0, 0}, true}};
    scene.interaction = InteractionSettings::for_metres();
    scene.view = {{0, 0, 0}, 2.24f, 1.4f};
    scene.style = "points";
    scene.colour_by = "speed";
    return scene;
}

}  // namespace slosh
