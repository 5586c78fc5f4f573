// Derived quantities for display, computed from a view of the particles only while they are shown. Read-only: a run is
// the same with and without them.
//
//   neighbours   number of other particles within the support h
//   courant      fraction of the support that a particle crosses in a sub-step; its maximum sets their number
//   bodies       number of the nearest rigid body within the support, from 1; 0: none
//   vorticity    curl of the velocity, 1/s: in 2D signed, anticlockwise positive; in 3D its length
//
// The velocity gradient is the weighted least-squares fit of a linear field to the neighbours, as in moving least
// squares (Lancaster & Salkauskas 1981): exact for a rigid rotation, at free surfaces too, whatever the masses. Drops
// of fewer than `min_fitted` particles have none.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd_array.h"
#include "domain/rigid_body.h"
#include "search/cell_grid.h"

namespace slosh {

// Spans of `count` values, in any order of particles; z and vz are empty in 2D.
struct ParticleFields {
    int count = 0, dimensions = 2;
    std::span<const float> x, y, z, vx, vy, vz;
    float support = 1;  // kernel support h
};

class Diagnostics {
public:
    // One value per particle, in the order of the spans; valid until the next call.
    std::span<const float> neighbours(const ParticleFields&, Jobs&);
    std::span<const float> vorticity(const ParticleFields&, Jobs&);
    std::span<const float> courant(const ParticleFields&, float substep, Jobs&);
    std::span<const float> bodies(const ParticleFields&, std::span<const Body>, Jobs&);

    static constexpr float fit_radius = 0.8f;  // in supports: a gradient needs fewer neighbours than a density
    static constexpr int min_fitted = 6;       // particles within that radius, with the particle itself

private:
    void sort(const ParticleFields&, float radius, bool with_velocity, Jobs&);
    template <int D>
    void count_neighbours(float radius, Jobs&);
    template <int D>
    void find_curl(float radius, Jobs&);

    CellGrid cells_;
    SimdArray<float> x_[3], v_[3];  // in the order of the cells
    std::vector<float> values_;
};

}  // namespace slosh
