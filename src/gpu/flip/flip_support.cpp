#include "gpu/flip/flip_support.h"

#include <algorithm>
#include <vector>

#include "domain/domain.h"
#include "gpu/flip/flip_passes.h"
#include "gpu/refusal.h"

namespace slosh::gpu {

Outcome gpu_supports(const FlipDef& def, const Domain& domain) {
    std::vector<std::string> missing;
    if (std::any_of(domain.bodies.begin(), domain.bodies.end(), [](const BodyDef& b) { return b.dynamic; }))
        missing.emplace_back("floating bodies");
    if (def.viscosity > 0) missing.emplace_back("viscosity");
    if (def.surface_tension > 0) missing.emplace_back("surface tension");
    if (def.min_particles_per_cell > 0 && def.max_particles_per_cell > 0) missing.emplace_back("reseeding");
    if (def.preconditioner != Preconditioner::multigrid) missing.emplace_back("preconditioner but multigrid");
    if (domain.drains.size() > max_drains) missing.push_back("more than " + std::to_string(max_drains) + " drains");
    return refuse_on_gpu(missing);
}

}  // namespace slosh::gpu
