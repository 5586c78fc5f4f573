// What neighbours do to each other in mueller_sph: prepares what the kernels of mueller_passes.h read of each particle,
// and has one of them walked over all pairs.
#pragma once
#include "solvers/mueller/adaptive_interactions.h"
#include "solvers/mueller/interactions.h"
#include "solvers/mueller/phases.h"

namespace slosh::mueller {

// By slot, but for the bounds of the nearest ones, which hold only where somebody has too many neighbours.
template <int D>
struct FluidView {
    const sph::ParticleArrays<D>& particles;
    const PhaseTable& phases;
    const float *mass, *density, *pressure, *cutoff2;
    bool over_cap;  // somebody has
    float h;
};

// Each form ends in walk(kernel).
template <int D>
class Forces {
public:
    void resize(int room) {
        for (SimdArray<float>* a : {&push_, &weight_, &drag_, &volume_}) a->assign(room);
    }
    void retune(bool in_plane, float h) {
        push_scale_ = in_plane ? Spiky<2>(h).slope_scale : Spiky<3>(h).slope_scale;
        drag_scale_ = in_plane ? ViscosityKernel<2>(h).laplacian_scale : ViscosityKernel<3>(h).laplacian_scale;
    }

    // Symmetric, for kinds that are alike.
    void plain(const FluidView<D>& f, Jobs& jobs, auto&& walk) {
        for_each(f, jobs, [&](int i) {
            const float inv_rho = 1 / f.density[i];
            push_[i] = f.mass[i] * push_scale_ * f.pressure[i] * inv_rho * inv_rho;
            drag_[i] = 0.5f * f.mass[i] * drag_scale_ * viscosity(f, i) * inv_rho;
        });
        const auto sum = [&]<bool capped>() {
            walk(SymmetricForceInteraction<D, capped>{f.particles, push_.data(), drag_.data(), f.cutoff2, 1 / f.h});
        };
        f.over_cap ? sum.template operator()<true>() : sum.template operator()<false>();
    }

    // As printed, for kinds that are alike.
    void printed(const FluidView<D>& f, Jobs& jobs, auto&& walk) {
        for_each(f, jobs, [&](int i) {
            push_[i] = f.mass[i] * push_scale_ * f.pressure[i];
            volume_[i] = 1 / f.density[i];
        });
        const float drag = f.phases.mass(f.particles.kind[0]) * drag_scale_ * viscosity(f, 0);
        const auto sum = [&]<bool capped>() {
            walk(AsymmetricForceInteraction<D, capped>{f.particles, push_.data(), volume_.data(), f.cutoff2, drag,
                                                       1 / f.h});
        };
        f.over_cap ? sum.template operator()<true>() : sum.template operator()<false>();
    }

    // Any kinds; `cutoff2` is filled where nobody has too many neighbours.
    template <bool as_printed>
    void general(const FluidView<D>& f, SimdArray<float>& cutoff2, Jobs& jobs, auto&& walk) {
        for_each(f, jobs, [&](int i) {
            const float inv_rho = 1 / f.density[i], inv_rho2 = inv_rho * inv_rho;
            push_[i] = push_scale_ * f.pressure[i] * (as_printed ? 1 : inv_rho2);
            weight_[i] = f.mass[i] * (as_printed ? inv_rho2 : 1);
            drag_[i] = drag_scale_ * viscosity(f, i), volume_[i] = inv_rho;
            if (!f.over_cap) cutoff2[i] = far_away;
        });
        walk(GeneralForceInteraction<D, as_printed>{f.particles, push_.data(), weight_.data(), drag_.data(),
                                                    volume_.data(), f.mass, f.cutoff2, 1 / f.h});
    }

    // Each with its own smoothing length.
    void adaptive(const FluidView<D>& f, const float* h_scales, Jobs& jobs, auto&& walk) {
        for_each(f, jobs, [&](int i) {
            volume_[i] = 1 / f.density[i];
            push_[i] = push_scale_ * f.pressure[i] * volume_[i] * volume_[i];
            drag_[i] = drag_scale_ * viscosity(f, i);
        });
        walk(AdaptiveForceInteraction<D>{f.particles, push_.data(), drag_.data(), volume_.data(), f.mass, h_scales,
                                         1 / f.h});
    }

private:
    static float viscosity(const FluidView<D>& f, int i) { return f.phases.viscosity(f.particles.kind[i]); }
    template <class F>
    static void for_each(const FluidView<D>& f, Jobs& jobs, F&& of_one) {
        jobs.for_range(f.particles.count, sph::cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) of_one(i);
        });
    }

    float push_scale_ = 1, drag_scale_ = 1;  // of the kernels
    SimdArray<float> push_, weight_, drag_, volume_;
};

}  // namespace slosh::mueller
