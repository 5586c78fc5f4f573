// The density of the particles of mueller_sph, and by the equation of state their pressure; the nearest neighbours of
// those with more than the cap. D is 2 or 3.
#pragma once
#include <algorithm>
#include <atomic>

#include "solvers/mueller/state.h"
#include "sph/interactions.h"

namespace slosh::mueller {

template <int D>
class DensityPass {
public:
    [[gnu::cold]] explicit DensityPass(const State<D>& s) { sums_.resize(s.fluid.capacity); }

    // `scale`: of the kernel.
    void retune(float scale) { scale_ = scale; }

    template <class Search>
    void run(State<D>& s, Search& search, Jobs& jobs) {
        if constexpr (Search::listed) {
            if (s.def.adaptive) return sum_adaptive(s, search, jobs);
            if (!s.phases.uniform()) return sum<true>(s, search, jobs);
        }
        sum<false>(s, search, jobs);
    }

    // After run(), if it has found particles over the cap.
    template <class Search>
    void cap_neighbours(State<D>& s, Search& search, Jobs& jobs) {
        if constexpr (Search::listed)
            if (!s.phases.uniform()) return cap_neighbours_by<true>(s, search, jobs);
        cap_neighbours_by<false>(s, search, jobs);
    }

private:
    template <bool by_mass>
    void sum(State<D>& s, auto& search, Jobs& jobs) {
        const sph::ParticleArrays<D>& p = s.fluid.particles;
        if (by_mass) s.for_each_particle(jobs, [&](int i) { s.mass[i] = s.phases.mass(p.kind[i]); });
        std::atomic<bool> over_cap = false;
        const DensityInteraction<D, by_mass> interaction{p.x[0].data(), p.x[1].data(), p.x[D - 1].data(), s.mass.data(),
                                                         1 / (s.fluid.h * s.fluid.h)};
        sph::for_pairs<D>(
            search.cells, search.strips, interaction, sums_, s.fluid.particles, jobs, [&](int begin, int end) {
                const float* sums = sums_.result(0);
                const float *counts = sums_.result(1), max_count = static_cast<float>(s.def.max_neighbours);
                bool over = false;
                for (int i = begin; i < end; ++i) {
                    if (!by_mass) s.mass[i] = s.phases.mass(p.kind[i]);
                    over = over || counts[i] > max_count;
                    // Pairs leave out the particle itself: W(0) = 1.
                    set_density(s, i, by_mass ? sums[i] + s.mass[i] : (sums[i] + 1) * s.mass[i]);
                }
                if (over) over_cap = true;
            });
        s.over_cap = over_cap;
    }

    void sum_adaptive(State<D>& s, auto& search, Jobs& jobs) {
        s.over_cap = false;  // an adaptive support holds about as many neighbours as at rest
        const sph::ParticleArrays<D>& p = s.fluid.particles;
        s.for_each_particle(jobs, [&](int i) { s.mass[i] = s.phases.mass(p.kind[i]); });
        const AdaptiveDensityInteraction<D> interaction{p.x[0].data(),          p.x[1].data(),
                                                        p.x[D - 1].data(),      s.mass.data(),
                                                        s.smoothing.h_scales(), 1 / (s.fluid.h * s.fluid.h)};
        const float weight = s.forces_valid ? 0.5f : 1;
        sph::for_pairs<D>(
            search.cells, search.strips, interaction, sums_, s.fluid.particles, jobs, [&](int begin, int end) {
                const float *sums = sums_.result(0), *counts = sums_.result(1);
                for (int i = begin; i < end; ++i) {
                    set_density(s, i, sums[i] + s.mass[i] * s.smoothing.self_weight(i));
                    s.smoothing.update(s.fluid.particles, i, s.density[i] / s.rest_density(i), counts[i], weight);
                }
            });
    }

    // Density and, by the equation of state, pressure of particle i. `sum`: of m W, without the scale factor.
    void set_density(State<D>& s, int i, float sum) {
        float rho = sum * scale_;
        if (s.def.walls == MuellerSphDef::WallModel::density) rho += s.rest_density(i) * s.wall_terms(i).volume;
        const float p = s.def.stiffness * (rho - s.rest_density(i));
        s.density[i] = rho;
        s.pressure[i] = s.def.pressure == MuellerSphDef::Pressure::clamped ? std::max(p, 0.0f) : p;
    }

    template <bool by_mass>
    void cap_neighbours_by(State<D>& s, auto& search, Jobs& jobs) {
        jobs.for_range(s.fluid.particles.count, sph::neighbour_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                s.cutoff2[i] = far_away;
                const int count = static_cast<int>(sums_.result(1)[i]);
                if (count <= s.def.max_neighbours) continue;
                const CappedNeighbours capped =
                    nearest_neighbours<D, by_mass>(search.cells, s.fluid.particles, s.mass.data(), i, count,
                                                   s.def.max_neighbours, 1 / (s.fluid.h * s.fluid.h));
                s.cutoff2[i] = capped.cutoff2;
                set_density(s, i, by_mass ? capped.sum : capped.sum * s.mass[i]);
            }
        });
    }

    float scale_ = 1;
    std::conditional_t<D == 2, PairSums<2>, sph::Sums<2>> sums_;  // m W or W, and the number of neighbours
};

}  // namespace slosh::mueller
