#include "grid/liquid/inflow_outflow.h"

#include <algorithm>

namespace slosh {

GridInflowOutflow::GridInflowOutflow(const Domain& domain, float spacing, int started, int capacity)
    : emitters_(domain, spacing, spacing * spacing * spacing, capacity, inlet_length(spacing)),
      next_id_(static_cast<uint32_t>(started)) {}

void GridInflowOutflow::drain(FlipParticles& p, glm::vec3 offset) const {
    if (emitters_.drains().empty()) return;
    int remaining = 0;
    for (int i = 0; i < p.count; ++i) {
        if (emitters_.is_drained({p.x[0][i], p.x[1][i], p.x[2][i]}, offset)) continue;
        if (remaining != i) p.copy(i, remaining);
        ++remaining;
    }
    p.set_count(remaining);
}

void GridInflowOutflow::emit(FlipParticles& p, float dt, const Motion& container, std::span<const Body> bodies,
                             glm::vec3 gravity, WhenFull when_full) {
    inlet_.advance(dt);
    if (!emitters_.emits()) return;
    const std::span<const EmittedParticle> emitted =
        emitters_.emit(dt, container, {p.x[0].data(), p.x[1].data(), p.x[2].data(), p.count, bodies, gravity});
    const EmitterSystem::Slots slots =
        emitters_.slots_for(emitted.size(), {p.id.data(), static_cast<size_t>(p.count)}, when_full);
    p.set_count(p.count + slots.appended);
    const uint32_t first_id = next_id_;
    for (int n = 0; n < slots.count(); ++n) {
        const EmittedParticle& particle = emitted[static_cast<size_t>(n)];
        p.put(slots[n], particle.position, particle.velocity, next_id(), particle.kind);
    }
    inlet_.add(emitters_.rows(), first_id, next_id_);
}

void GridInflowOutflow::prescribe_inlet(FlipParticles& p, glm::vec3 gravity, float ahead) const {
    if (inlet_.empty()) return;
    for (int i = 0; i < p.count; ++i) {
        if (p.id[i] < inlet_.first_id()) continue;
        const glm::vec3 present{p.v[0][i], p.v[1][i], p.v[2][i]};
        const std::optional<glm::vec3> velocity = inlet_.velocity_of(p.id[i], present, ahead, gravity);
        for (int d = 0; velocity && d < 3; ++d) p.v[d][i] = (*velocity)[d];
    }
}

}  // namespace slosh
