#include "scenes/scenes.h"

namespace slosh {

// The same water, tank and view as `dam-break`, by another solver.
Scene dam_break_pcisph_scene() {
    Scene scene = dam_break_scene();
    scene.name = "dam-break-pcisph";
    scene.main_parameters = "particles gravity-y density-error viscosity style colour-by";
    scene.presets =
        "moon: gravity-y=-1.6 | oil: viscosity=0.02 | loose: density-error=10 | "
        "pressure: colour-by=pressure";
    scene.about = "The same dam break with predictive-corrective SPH: compare its sub-steps and iterations.";
    PcisphDef def;
    def.particles = 4000;
    scene.solver = def;
    return scene;
}

}  // namespace slosh
