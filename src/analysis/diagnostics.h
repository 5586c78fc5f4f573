// What is worth seeing of a fluid but no solver needs: computed from a view of the particles, only while it is
// shown. Changes nothing, so a run is the same whether it is looked at or not.
//
//   neighbours   how many other particles are within the support h
//   courant      share of the support that a particle crosses in a sub-step; the largest sets how many there are
//   bodies       number of the nearest rigid body within the support, from 1; 0: none
//   vorticity    curl of the velocity, 1/s: in 2D signed, anticlockwise positive; in 3D its length
//
// The velocity gradient is the weighted least-squares fit of a linear field to the neighbours, as in moving least
// squares (Lancaster & Salkauskas 1981): exact for a rigid rotation, at free surfaces too, whatever the masses. Drops
// of fewer than `least_fitted` particles have none.
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
struct Observed {
    int count = 0, dimensions = 2;
    std::span<const float> x, y, z, vx, vy, vz;
    float support = 1;  // reach of the kernel
};

class Observer {
public:
    // One value a particle, in the order of the spans; valid until the next call.
    std::span<const float> neighbours(const Observed&, Jobs&);
    std::span<const float> vorticity(const Observed&, Jobs&);
    std::span<const float> courant(const Observed&, float substep, Jobs&);
    std::span<const float> bodies(const Observed&, std::span<const Body>, Jobs&);

    // A gradient needs fewer neighbours than a density.
    static constexpr float fit_share = 0.8f;
    static constexpr int least_fitted = 6;

private:
    void sort(const Observed&, float reach, bool with_velocity, Jobs&);
    template <int D>
    void count_neighbours(float reach, Jobs&);
    template <int D>
    void find_curl(float reach, Jobs&);

    Cells cells_;
    Padded<float> x_[3], v_[3];  // in the order of the cells
    std::vector<float> values_;
};

}  // namespace slosh
