#include "solvers/double_density/inflow_outflow.h"

#include <algorithm>

#include "solvers/double_density/double_density.h"

namespace slosh {

BlobInflowOutflow::BlobInflowOutflow(const Domain& domain, float spacing, int initial_count, int capacity)
    : emitters_(domain, spacing, spacing * spacing, capacity), next_id_(static_cast<uint32_t>(initial_count)) {}

Outcome BlobInflowOutflow::set_user_emitters(std::span<const Emitter> emitters) {
    return emitters_.set_user_emitters(emitters);
}

void BlobInflowOutflow::set_user_drains(std::span<const Drain> drains) { emitters_.set_user_drains(drains); }

bool BlobInflowOutflow::drain(BlobArrays& b, Relaxation& relaxation, Springs& springs, SlotsByIndex& slots,
                              glm::vec3 offset) {
    if (emitters_.drains().empty()) return false;
    int remaining = 0;
    for (int i = 0; i < b.count; ++i) {
        if (emitters_.is_drained({b.x[i], b.y[i], 0}, offset)) {
            const uint32_t index = slots.index_of(b.id[i]);
            springs.remove(index);
            slots.free(index);
        } else {
            if (remaining != i) {
                b.copy_slot(i, remaining);
                relaxation.copy_shown(i, remaining);
            }
            ++remaining;
        }
    }
    if (remaining == b.count) return false;
    b.set_count(remaining);
    return true;
}

bool BlobInflowOutflow::emit(BlobArrays& b, Springs& springs, SlotsByIndex& slots, float dt, const Motion& container,
                             std::span<const Body> bodies, WhenFull when_full) {
    if (!emitters_.emits()) return false;
    const std::span<const EmittedParticle> emitted =
        emitters_.emit(dt, container, {b.x.data(), b.y.data(), nullptr, b.count, bodies});
    const EmitterSystem::Slots taken =
        emitters_.slots_for(emitted.size(), {b.id.data(), static_cast<size_t>(b.count)}, when_full);
    for (const int slot : taken.replaced) {
        const uint32_t index = slots.index_of(b.id[slot]);
        springs.remove(index);
        slots.free(index);
    }
    b.set_count(b.count + taken.appended);
    for (int k = 0; k < taken.count(); ++k) {
        const int slot = taken[k];
        while (!slots.is_free(slots.index_of(next_id_))) ++next_id_;
        slots.set(slots.index_of(next_id_), slot);
        const EmittedParticle& particle = emitted[static_cast<size_t>(k)];
        b.x[slot] = particle.position.x, b.y[slot] = particle.position.y;
        b.vx[slot] = particle.velocity.x, b.vy[slot] = particle.velocity.y;
        b.support[slot] = 0;
        b.kind[slot] = particle.kind;
        b.mass[slot] = DoubleDensityDef::mass_of(particle.kind);
        b.id[slot] = next_id_++;
    }
    b.pad();
    return !emitted.empty();
}

}  // namespace slosh
