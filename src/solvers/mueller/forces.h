// The forms of the force of mueller_sph: computes the coefficients that an interaction of interactions.h reads of each
// particle, and passes that interaction to the caller's pair loop.
#pragma once
#include "solvers/mueller/adaptive_interactions.h"
#include "solvers/mueller/interactions.h"
#include "solvers/mueller/phases.h"

namespace slosh::mueller {

// The fluid that forces act on, by slot. `cutoff2` is valid only if over_cap.
template <int D>
struct FluidView {
    const sph::ParticleArrays<D>& particles;
    const PhaseTable& phases;
    const float *mass, *density, *pressure;
    const float* cutoff2;  // squared distance of the farthest neighbour within the cap
    bool over_cap;         // some particle has more neighbours than the cap
    float h;               // support at rest
};

// Each form ends in a call of for_pairs(interaction).
template <int D>
class Forces {
public:
    void resize(int capacity) {
        for (SimdArray<float>* a : {&pressure_coeff_, &weight_, &viscosity_coeff_, &volume_}) a->assign(capacity);
    }
    void retune(bool in_plane, float h) {
        pressure_scale_ = in_plane ? Spiky<2>(h).slope_scale : Spiky<3>(h).slope_scale;
        viscosity_scale_ = in_plane ? ViscosityKernel<2>(h).laplacian_scale : ViscosityKernel<3>(h).laplacian_scale;
    }

    // For one mass and one viscosity.
    void symmetric(const FluidView<D>& f, Jobs& jobs, auto&& for_pairs) {
        for_each(f, jobs, [&](int i) {
            const float inv_rho = 1 / f.density[i];
            pressure_coeff_[i] = f.mass[i] * pressure_scale_ * f.pressure[i] * inv_rho * inv_rho;
            viscosity_coeff_[i] = 0.5f * f.mass[i] * viscosity_scale_ * viscosity(f, i) * inv_rho;
        });
        const auto call = [&]<bool capped>() {
            for_pairs(SymmetricForceInteraction<D, capped>{f.particles, pressure_coeff_.data(), viscosity_coeff_.data(),
                                                           f.cutoff2, 1 / f.h});
        };
        f.over_cap ? call.template operator()<true>() : call.template operator()<false>();
    }

    // The same, as published (mueller_sph.h).
    void asymmetric(const FluidView<D>& f, Jobs& jobs, auto&& for_pairs) {
        for_each(f, jobs, [&](int i) {
            pressure_coeff_[i] = f.mass[i] * pressure_scale_ * f.pressure[i];
            volume_[i] = 1 / f.density[i];
        });
        const float viscosity_coeff = f.phases.mass(f.particles.kind[0]) * viscosity_scale_ * viscosity(f, 0);
        const auto call = [&]<bool capped>() {
            for_pairs(AsymmetricForceInteraction<D, capped>{f.particles, pressure_coeff_.data(), volume_.data(),
                                                            f.cutoff2, viscosity_coeff, 1 / f.h});
        };
        f.over_cap ? call.template operator()<true>() : call.template operator()<false>();
    }

    // For any phases. Fills `cutoff2` where no particle is over the cap.
    template <bool is_asymmetric>
    void general(const FluidView<D>& f, SimdArray<float>& cutoff2, Jobs& jobs, auto&& for_pairs) {
        for_each(f, jobs, [&](int i) {
            const float inv_rho = 1 / f.density[i], inv_rho2 = inv_rho * inv_rho;
            pressure_coeff_[i] = pressure_scale_ * f.pressure[i] * (is_asymmetric ? 1 : inv_rho2);
            weight_[i] = f.mass[i] * (is_asymmetric ? inv_rho2 : 1);
            viscosity_coeff_[i] = viscosity_scale_ * viscosity(f, i);
            volume_[i] = inv_rho;
            if (!f.over_cap) cutoff2[i] = far_away;
        });
        for_pairs(GeneralForceInteraction<D, is_asymmetric>{f.particles, pressure_coeff_.data(), weight_.data(),
                                                            viscosity_coeff_.data(), volume_.data(), f.mass, f.cutoff2,
                                                            1 / f.h});
    }

    // For smoothing lengths h_scales[i] h that differ by particle.
    void adaptive(const FluidView<D>& f, const float* h_scales, Jobs& jobs, auto&& for_pairs) {
        for_each(f, jobs, [&](int i) {
            volume_[i] = 1 / f.density[i];
            pressure_coeff_[i] = pressure_scale_ * f.pressure[i] * volume_[i] * volume_[i];
            viscosity_coeff_[i] = viscosity_scale_ * viscosity(f, i);
        });
        for_pairs(AdaptiveForceInteraction<D>{f.particles, pressure_coeff_.data(), viscosity_coeff_.data(),
                                              volume_.data(), f.mass, h_scales, 1 / f.h});
    }

private:
    static float viscosity(const FluidView<D>& f, int i) { return f.phases.viscosity(f.particles.kind[i]); }
    template <class F>
    static void for_each(const FluidView<D>& f, Jobs& jobs, F&& f_i) {
        jobs.for_range(f.particles.count, sph::cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) f_i(i);
        });
    }

    float pressure_scale_ = 1, viscosity_scale_ = 1;  // scale factors of the smoothing kernels
    SimdArray<float> pressure_coeff_, weight_, viscosity_coeff_, volume_;
};

}  // namespace slosh::mueller
