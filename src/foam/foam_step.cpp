#include "foam/foam_step.h"

#include "base/check.h"

namespace slosh {

void advance_foam(DiffuseParticles& diffuse, const FoamDef& def, const ParticleView& p, DiffuseEnvironment tank,
                  float dt, Jobs& jobs) {
    CHECK(p.dimensions == 3, "foam needs a 3D fluid");
    const DiffuseFluid fluid{.count = p.count,
                             .x = p.x,
                             .y = p.y,
                             .z = p.z,
                             .vx = p.vx,
                             .vy = p.vy,
                             .vz = p.vz,
                             .id = p.id,
                             .spacing = 2 * p.radius};
    tank.bodies = p.bodies;
    diffuse.step(dt, def, fluid, tank, jobs);
}

std::array<int, 3> count_kinds(const DiffuseView& view) {
    std::array<int, 3> counts{};
    for (const uint8_t kind : view.kind) ++counts[kind];
    return counts;
}

}  // namespace slosh
