#include "foam/foam_step.h"

#include "base/check.h"

namespace slosh {

void advance_foam(DiffuseParticles& diffuse, const FoamDef& def, const ParticleView& p, const Walls& walls,
                  glm::vec3 gravity, const Motion& container, float dt, Jobs& jobs) {
    CHECK(p.dimensions == 3, "foam is for fluids in 3D");
    const DiffuseFluid fluid{p.count, p.x, p.y, p.z, p.vx, p.vy, p.vz, p.id, 2 * p.radius};
    const DiffuseEnvironment tank{walls, container.offset + container.velocity * dt, container.velocity, gravity,
                                  p.bodies};
    diffuse.step(dt, def, fluid, tank, jobs);
}

std::array<int, 3> count_kinds(const DiffuseView& view) {
    std::array<int, 3> counts{};
    for (const uint8_t kind : view.kind) ++counts[kind];
    return counts;
}

}  // namespace slosh
