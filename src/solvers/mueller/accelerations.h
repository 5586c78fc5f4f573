// The accelerations of the particles of mueller_sph: forces over densities, gravity, drag, walls and particle life. D
// is 2 or 3.
#pragma once
#include "solvers/mueller/particle_life.h"
#include "solvers/mueller/state.h"
#include "sph/interactions.h"

namespace slosh::mueller {

template <int D>
class AccelerationPass {
public:
    [[gnu::cold]] explicit AccelerationPass(const State<D>& s) {
        forces_.resize(s.fluid.capacity);
        sums_.resize(s.fluid.capacity);
    }

    void retune(bool in_plane, float h) { forces_.retune(in_plane, h); }

    // `life`: forces between species, or null.
    template <class Search>
    void run(State<D>& s, Search& search, const ParticleLife* life, Jobs& jobs) {
        const auto sum_over_pairs = [&](const auto& interaction) {
            sph::for_pairs<D>(search.cells, search.strips, interaction, sums_, s.fluid.particles, jobs,
                              [&](int begin, int end) { store(s, life, begin, end); });
        };
        const FluidView<D> fluid = s.view();
        const bool asymmetric = s.def.force == MuellerSphDef::Force::asymmetric && !s.def.adaptive;
        if constexpr (Search::listed) {
            if (s.def.adaptive) return forces_.adaptive(fluid, s.smoothing.h_scales(), jobs, sum_over_pairs);
            if (asymmetric) return forces_.template general<true>(fluid, s.cutoff2, jobs, sum_over_pairs);
            if (!s.phases.uniform()) return forces_.template general<false>(fluid, s.cutoff2, jobs, sum_over_pairs);
        } else {
            if (asymmetric) return forces_.asymmetric(fluid, jobs, sum_over_pairs);
        }
        forces_.symmetric(fluid, jobs, sum_over_pairs);
    }

private:
    void store(State<D>& s, const ParticleLife* life, int begin, int end) {
        const sph::ParticleArrays<D>& p = s.fluid.particles;
        for (int d = 0; d < D; ++d) {
            const float* sums = sums_.result(d);
            const float wall_v = s.wall_velocity[d], gravity = s.fluid.domain.gravity[d];
            for (int i = begin; i < end; ++i)
                s.acceleration[d][i] = sums[i] + (gravity - s.def.drag * (p.v[d][i] - wall_v));
        }
        if (life)
            for (int d = 0; d < D; ++d)
                for (int i = begin; i < end; ++i) s.acceleration[d][i] += life->acceleration(d, p.id[i]);
        if (s.def.walls != MuellerSphDef::WallModel::density) return;
        for (int i = begin; i < end; ++i) {
            const BoundaryTerms<D> wall = s.wall_terms(i);
            if (wall.gap >= s.fluid.h) continue;
            // The wall has the fluid's rest density and the particle's own pressure.
            const float coefficient = -2 * s.pressure[i] * s.rest_density(i) / (s.density[i] * s.density[i]);
            for (int d = 0; d < D; ++d) s.acceleration[d][i] += coefficient * wall.gradient[d];
        }
    }

    Forces<D> forces_;
    std::conditional_t<D == 2, PairSums<D>, sph::Sums<D>> sums_;
};

}  // namespace slosh::mueller
