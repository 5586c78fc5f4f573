#include "scenes/scenes.h"

namespace slosh {

// The same water, tank and view as `dam-break`, by another solver.
Scene dam_break_pcisph_scene() {
    Scene scene = dam_break_scene();
    scene.name = "dam-break-pcisph";
    scene.main_parameters = "particles gravity-y density-error viscosity style colour-by";
    scene.about = "The same dam break with predictive-corrective SPH: compare its sub-steps and iterations.";
    PcisphDef def;
    def.particles = 4000;
    scene.solver = def;
    return scene;
}

}  // namespace slosh
