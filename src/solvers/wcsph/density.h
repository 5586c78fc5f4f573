// The density of WCSPH's particles by summation, and by the equation of state their pressure. D is 2 or 3.
#pragma once
#include "solvers/wcsph/interactions.h"
#include "solvers/wcsph/state.h"

namespace slosh::wcsph {

template <int D>
class DensityPass {
public:
    [[gnu::cold]] explicit DensityPass(const State<D>& s) {
        sums_.resize(s.fluid.capacity);
        if (s.def.adaptive) adaptive_sums_.resize(s.fluid.capacity);
    }

    // Density, pressure, volume and p V^2 of each particle; with adaptive support, its next length, too.
    void run(State<D>& s, Jobs& jobs) {
        const float *x = s.fluid.particles.x[0].data(), *y = s.fluid.particles.x[1].data(),
                    *z = s.fluid.particles.x[D - 1].data();
        if (!s.def.adaptive) return sum(s, DensityInteraction<D>{x, y, z, 1 / s.fluid.h}, sums_, jobs);
        sum(s, AdaptiveDensityInteraction<D>{x, y, z, s.smoothing.h_scales(), 1 / s.fluid.h}, adaptive_sums_, jobs);
    }

private:
    template <PairInteraction Interaction>
    void sum(State<D>& s, const Interaction& interaction, auto& sums_of_pairs, Jobs& jobs) {
        constexpr bool adaptive = Interaction::sums > 1;  // the second sum is the number of neighbours
        sph::ParticleArrays<D>& p = s.fluid.particles;
        const Kernel<D> kernel(s.fluid.h);
        const float self = Kernel<D>::w(Float4{})[0];
        const sph::GhostPairLoop<D> loop = s.ghost_pairs(jobs);
        float bulk_rate[sph::PhaseTable::kinds];
        for (int k = 0; k < sph::PhaseTable::kinds; ++k)
            bulk_rate[k] = s.forces_valid ? s.phases.acoustic(s.def.bulk_viscosity, k, s.fluid.h) / s.sub_dt : 0;
        const float min_pressure =
            min_pressure_of(s.def, s.phases.stiffness, s.tension.max_tension(s.def.surface_tension));
        const auto ghost_of = sph::position_ghosts<D>(interaction);
        const auto finish = [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float sum[Interaction::sums];
                for (int k = 0; k < Interaction::sums; ++k) sum[k] = sums_of_pairs.result(k)[i];
                sum[0] += adaptive ? self * s.smoothing.self_weight(i) : self;
                loop.add_curved_wall_ghosts(interaction, i, ghost_of, sum);
                float density_ratio = sum[0] * kernel.scale * s.volume_at_rest;
                if (!s.bodies.empty()) density_ratio += s.bodies.volume_fraction_at(p, i);
                s.density[i] = s.phases.rest_density[s.kind_of(i)] * density_ratio;
                const float before = p.density_ratio[i];
                const float bulk_pressure = before > 0 ? (density_ratio - before) * bulk_rate[s.kind_of(i)] : 0;
                if constexpr (adaptive) s.smoothing.update(p, i, density_ratio, sum[1], 1);
                else p.density_ratio[i] = density_ratio;
                const float pressure = pressure_of(s.def, s.phases.stiffness, density_ratio, min_pressure);
                s.pressure[i] = max(min_pressure, pressure + bulk_pressure);
                s.volume[i] = s.volume_at_rest / density_ratio;
                s.pressure_volume2[i] = s.pressure[i] * s.volume[i] * s.volume[i];
            }
        };
        loop.for_pairs(interaction, sums_of_pairs, ghost_of, finish);
    }

    sph::Sums<1> sums_;           // W
    sph::Sums<2> adaptive_sums_;  // W and the number of neighbours
};

}  // namespace slosh::wcsph
