// The viscous and elastic parts of Clavet et al. 2005 (sections 4 and 5), as passes over sorted blobs.
#pragma once
#include <span>
#include <vector>

#include "solvers/double_density/state.h"

namespace slosh {

struct ViscosityConstants {
    float h, dt;
    float linear, quadratic;  // sigma in 1/s, beta in 1/u
};

struct ViscousScratch {
    SimdArray<float> crowd, dvx, dvy;
};

// Neighbours that approach at speed u exchange an impulse dt g (sigma u + beta u^2) along their line.
// All particles at once; the impulse of a pair is bounded by its share of the crowd around it, so that
// no viscosity, however high, overshoots.
void viscosity_impulses(BlobArrays&, const CellGrid&, const ViscosityConstants&, ViscousScratch&, Jobs&);

struct SpringConstants {
    float h, dt;
    float stiffness;    // 1/s2
    float yield_ratio;  // stretch beyond which a spring gives way
    float plasticity;   // 1/s
};

// A spring joins every pair of neighbours, at rest where they first meet; it breaks when its rest
// length outgrows h. Each end keeps its own copy of the spring: both see the same numbers and so stay
// equal, and every particle gathers its own pull.
class Springs {
public:
    void clear();
    // Adds the springs' displacements to dx, dy of the relaxation.
    void pull(const BlobArrays&, const CellGrid&, std::span<const uint32_t> slot_of, const SpringConstants&,
              Relaxation&, Jobs&);
    // Springs at both ends counted once.
    int count() const;

private:
    static constexpr int most = 64;  // a particle at rest has about 32 neighbours

    void meet_strangers(const BlobArrays&, const CellGrid&, float h, Jobs&);
    void join(int count, Jobs&);
    static size_t first(uint32_t id) { return static_cast<size_t>(id) * most; }

    // `most` places for each id: its springs, `counts_` of them, then the strangers it met, `met_` of them.
    std::vector<uint32_t> others_;  // the id at the other end
    std::vector<float> rests_;
    std::vector<int> counts_, met_, joined_;
};

}  // namespace slosh
