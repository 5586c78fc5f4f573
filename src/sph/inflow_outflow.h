// Particles that come out of emitters and go into drains, in the arrays of the SPH family. D is 2 or 3.
//
// All room is there from the start (`budget`), and no step allocates. Once it is used up an emitter either waits for a
// drain or takes the oldest particles there are. A particle keeps the volume of the start, and an id is never given
// twice.
#pragma once
#include <algorithm>
#include <array>
#include <span>

#include "domain/emitters.h"
#include "sph/sph.h"

namespace slosh::sph {

template <int D>
class InflowOutflow {
public:
    InflowOutflow() = default;
    InflowOutflow(const Domain& domain, float spacing, float volume, float h, int started, int capacity)
        : sources_(domain, spacing, volume, capacity), h_(h), capacity_(capacity), next_id_(started) {}

    SetResult pour(std::span<const Emitter> emitters) { return sources_.pour(emitters); }
    // Of what may come in.
    float max_speed() const { return sources_.max_speed(); }

    // At the start of a step: what is in a drain is gone, the others close up in their order. `carried`: what belongs
    // to particles beside their arrays, by slot. True if anything changed.
    bool drain(Arrays<D>& p, glm::vec3 offset, std::span<SimdArray<float>* const> carried) {
        if (!sources_.drains()) return false;
        int kept = 0;
        for (int i = 0; i < p.count; ++i) {
            if (sources_.is_drained(place_of(p, i), offset)) continue;
            if (kept != i) {
                for (int d = 0; d < D; ++d) p.x[d][kept] = p.x[d][i], p.v[d][kept] = p.v[d][i];
                p.density_ratio[kept] = p.density_ratio[i], p.id[kept] = p.id[i], p.kind[kept] = p.kind[i];
                for (SimdArray<float>* a : carried) (*a)[kept] = (*a)[i];
            }
            ++kept;
        }
        if (kept == p.count) return false;
        p.set_count(kept);
        return true;
    }

    // At the start of a sub-step of dt: what has left the emitters. Newcomers carry 0, and have a density_ratio of 0
    // together with all that see them: what comes in as a row at once was not squeezed together in that time.
    bool emit(Arrays<D>& p, float dt, const Motion& container, glm::vec3 offset, std::span<const Body> bodies,
              bool recycles, std::span<SimdArray<float>* const> carried) {
        if (!sources_.emits()) return false;
        const typename EmitterSystem::Present present{p.x[0].data(), p.x[1].data(), p.x[D - 1].data(), p.count, bodies};
        const std::span<const EmittedParticle> born = sources_.emit(dt, container, offset, present);
        if (born.empty()) return false;
        const int before = p.count, wanted = static_cast<int>(born.size());
        const int fresh = std::min(wanted, capacity_ - before);
        std::span<const int> old;
        if (recycles && fresh < wanted)
            old = sources_.oldest({p.id.data(), static_cast<size_t>(before)}, wanted - fresh);
        p.set_count(before + fresh);
        for (int k = 0; k < fresh + static_cast<int>(old.size()); ++k) {
            const int slot = k < fresh ? before + k : old[static_cast<size_t>(k - fresh)];
            const EmittedParticle& newcomer = born[static_cast<size_t>(k)];
            for (int d = 0; d < D; ++d) p.x[d][slot] = newcomer.position[d], p.v[d][slot] = newcomer.velocity[d];
            p.density_ratio[slot] = 0, p.id[slot] = next_id_++, p.kind[slot] = newcomer.kind;
            for (SimdArray<float>* a : carried) (*a)[slot] = 0;
        }
        for (const EmitterSystem::Row& row : sources_.rows()) {
            const float reach = row.radius + h_;
            for (int i = 0; i < p.count; ++i) {
                const glm::vec3 way = place_of(p, i) - row.centre;
                if (way.x * way.x + way.y * way.y + way.z * way.z < reach * reach) p.density_ratio[i] = 0;
            }
        }
        return true;
    }

private:
    static glm::vec3 place_of(const Arrays<D>& p, int i) {
        glm::vec3 at(0);
        for (int d = 0; d < D; ++d) at[d] = p.x[d][i];
        return at;
    }

    EmitterSystem sources_;
    float h_ = 1;
    int capacity_ = 0;
    uint32_t next_id_ = 0;
};

// How many particles there may be at most.
inline int capacity_of(const Domain& domain, int budget, int started, int asked) {
    return std::max({started, budget, domain.inflow_volume > 0 ? asked : 0});
}

}  // namespace slosh::sph
