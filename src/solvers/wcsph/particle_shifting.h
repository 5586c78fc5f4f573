// Particle shifting: small displacements from where the particles are dense to where they are not, by the gradient of
// the filled volume fraction (Lind et al. 2012, "Incompressible smoothed particle hydrodynamics for free-surface
// flows"). Not within the support of a particle at a free surface or beside a body, where the gradient points out of
// the fluid. Those are known by the divergence of the positions, which is D inside (Lee et al. 2008); the density does
// not tell, as surface tension compresses a drop up to its surface. D is 2 or 3.
#pragma once
#include "sph/ghost_pairs.h"
#include "sph/interactions.h"

namespace slosh::wcsph {

template <int D>
class ParticleShifting {
public:
    // By slot: of a sub-step, m.
    SimdArray<float> displacement[D];
    // By slot, 1 at first: what the divergence of the positions over D lacks to that of a neighbourhood which counts as
    // full, as of the last find(), and of this one; above 0 at a flat surface, where it is 0.62 to 0.66. Small voids
    // between moving particles count as full.
    SimdArray<float> divergence_deficit, next_divergence_deficit;

    // `distance` (m) is that of a gradient of 1/h; `volume` that of a particle at rest. Memory is allocated for
    // `capacity` particles.
    void find(float distance, float spacing, float h, float volume, size_t capacity, const sph::ParticleArrays<D>& p,
              const sph::GhostPairLoop<D>& loop);

private:
    int allocated_ = 0;
    sph::Sums<D + 2> sums_;
};

}  // namespace slosh::wcsph
