#include "grid/liquid/inflow_outflow.h"

#include <algorithm>

namespace slosh {

int GridInflowOutflow::room_for(const Domain& domain, int budget, int started, int asked) {
    return std::max({started, budget, domain.inflow_volume > 0 ? asked : 0});
}

GridInflowOutflow::GridInflowOutflow(const Domain& domain, float spacing, int started, int capacity)
    : sources_(domain, spacing, spacing * spacing * spacing, capacity),
      capacity_(capacity),
      next_id_(static_cast<uint32_t>(started)) {}

void GridInflowOutflow::drain(FlipParticles& p, glm::vec3 offset) const {
    if (!sources_.drains()) return;
    int kept = 0;
    for (int i = 0; i < p.count; ++i) {
        if (sources_.is_drained({p.x[0][i], p.x[1][i], p.x[2][i]}, offset)) continue;
        if (kept != i) p.copy(i, kept);
        ++kept;
    }
    p.set_count(kept);
}

void GridInflowOutflow::emit(FlipParticles& p, float dt, const Motion& container, glm::vec3 offset, bool recycles) {
    if (!sources_.emits()) return;
    const EmitterSystem::Present present{p.x[0].data(), p.x[1].data(), p.x[2].data(), p.count, {}};
    const std::span<const EmittedParticle> born = sources_.emit(dt, container, offset, present);
    const int before = p.count, wanted = static_cast<int>(born.size());
    const int fresh = std::min(wanted, capacity_ - before);
    std::span<const int> old;
    if (recycles && fresh < wanted) old = sources_.oldest({p.id.data(), static_cast<size_t>(before)}, wanted - fresh);
    p.set_count(before + fresh);
    for (int n = 0; n < fresh + static_cast<int>(old.size()); ++n) {
        const EmittedParticle& newcomer = born[static_cast<size_t>(n)];
        const int slot = n < fresh ? before + n : old[static_cast<size_t>(n - fresh)];
        p.put(slot, newcomer.position, newcomer.velocity, next_id(), newcomer.kind);
    }
}

}  // namespace slosh
