// Elasticity and plasticity of Clavet et al. 2005 (sections 5.1 and 5.2), as a pass over sorted blobs.
#pragma once
#include <vector>

#include "solvers/double_density/state.h"

namespace slosh {

struct SpringConstants {
    float h, dt;        // u, s
    float stiffness;    // 1/s2
    float yield_ratio;  // relative elongation beyond which a spring yields
    float plasticity;   // 1/s
};

// Springs between all pairs of neighbours, with plastic flow. The rest length of a new spring is
// the distance; a spring is removed when its rest length exceeds h. Each end has a copy of the spring. Both are updated
// from the same values and stay equal, and every particle gathers its own displacement.
class Springs {
public:
    void clear();
    // Adds the springs' displacements to dx, dy of the relaxation.
    void apply(const BlobArrays&, const CellGrid&, const SlotsByIndex&, const SpringConstants&, Relaxation&, Jobs&);
    // The springs of the particle at `index`, which leaves.
    void remove(uint32_t index);
    // Every spring is counted once.
    int count() const;

private:
    static constexpr int max_springs = 64;  // of a particle; at rest it has about 32 neighbours

    void find_new_springs(const BlobArrays&, const CellGrid&, const SlotsByIndex&, float h, Jobs&);
    void add_new_springs(Jobs&);
    static size_t first(uint32_t index) { return static_cast<size_t>(index) * max_springs; }

    // max_springs elements for each index: its springs, `counts_` of them, then the candidates for new ones,
    // `new_counts_` of them.
    std::vector<uint32_t> others_;  // index of the other end
    std::vector<float> rests_;      // rest length, u
    std::vector<int> counts_, new_counts_;
    std::vector<int> joined_counts_;  // counts_ after add_new_springs()
};

}  // namespace slosh
