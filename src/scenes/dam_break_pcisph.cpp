#include "scenes/scenes.h"

namespace slosh {

// The same water, tank and view as `dam-break`, by another solver.
Scene dam_break_pcisph_scene() {
    Scene scene = dam_break_scene();
    scene.name = "dam-break-pcisph";
    scene.about = "The same column by prediction and correction: look at its sub-steps, and at the iterations in each.";
    PcisphDef def;
    def.particles = 4000;
    scene.solver = def;
    return scene;
}

}  // namespace slosh
