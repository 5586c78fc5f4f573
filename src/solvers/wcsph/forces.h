// The forces of WCSPH on each particle: pressure, viscosity, walls, bodies and surface tension. D is 2 or 3.
#pragma once
#include "solvers/wcsph/interactions.h"
#include "solvers/wcsph/state.h"
#include "solvers/wcsph/time_step.h"
#include "solvers/wcsph/wall_force.h"

namespace slosh::wcsph {

template <int D>
class ForcePass {
public:
    [[gnu::cold]] explicit ForcePass(const State<D>& s)
        : interface_energy_(sph::interface_energy<D, Kernel<D>>(s.fluid.spacing, s.fluid.h, s.volume_at_rest)) {
        sums_.resize(s.fluid.capacity);
    }

    // The force on each particle, and on the bodies. Surface tension is that of SurfaceTension::find().
    void run(State<D>& s, Jobs& jobs) {
        if (s.def.adaptive) sum<true, true>(s, jobs);
        else if (s.phases.uniform) sum<false, false>(s, jobs);
        else sum<true, false>(s, jobs);
    }

private:
    template <bool mixed, bool adaptive>
    void sum(State<D>& s, Jobs& jobs) {
        const sph::ParticleArrays<D>& p = s.fluid.particles;
        const float h = s.fluid.h;
        const Kernel<D> kernel(h);
        const float two_mu = s.implicit ? 0 : s.two_mu_of(0);
        const float artificial = s.phases.acoustic(s.def.artificial_viscosity, 0, h);
        if (mixed && s.implicit && no_viscosity_.size() < s.fluid.capacity) no_viscosity_.assign(s.fluid.capacity);
        using Interaction = ForceInteraction<D, mixed, adaptive>;
        const Interaction interaction{.x = p.x[0].data(),
                                      .y = p.x[1].data(),
                                      .z = p.x[D - 1].data(),
                                      .vx = p.v[0].data(),
                                      .vy = p.v[1].data(),
                                      .vz = p.v[D - 1].data(),
                                      .volume = s.volume.data(),
                                      .pressure_volume2 = s.pressure_volume2.data(),
                                      .phase_two_mu = s.implicit ? no_viscosity_.data() : s.phases.two_mu.data(),
                                      .phase_artificial = s.phases.artificial.data(),
                                      .phase = s.phases.kind.data(),
                                      .h_scale = s.smoothing.h_scales(),
                                      .inv_h = 1 / h,
                                      .eta2 = 0.01f * h * h,
                                      .two_mu = two_mu,
                                      .artificial = artificial,
                                      .limiter_time = limiter_time(s.def, s.phases.max_sound_speed(), h),
                                      .interface_energy = s.def.interface_tension / interface_energy_};
        sph::FluidView<D> fluid = s.view(two_mu, artificial);
        if (s.implicit && mixed) fluid.phases.two_mu = no_viscosity_.data();
        if (!s.bodies.empty()) s.bodies.weigh_surface(fluid, s.fluid.neighbours, jobs);
        const bool mirrors = s.def.walls == WcsphDef::WallModel::mirror, has_wall_force = !mirrors || s.def.no_slip > 0,
                   has_tension = s.def.surface_tension > 0;
        const float repulsion = mirror_repulsion * s.phases.stiffness * s.volume_at_rest / s.fluid.spacing;
        const sph::GhostPairLoop<D> loop = s.ghost_pairs(jobs);
        const auto ghost_of = [&](const MirrorWall<D>& mirror, const float(&at)[D], int i) {
            float v[D];
            for (int d = 0; d < D; ++d) v[d] = p.v[d][i] - s.container.velocity[d];
            mirror.reflect_velocity(v);
            typename Interaction::Particle ghost = sph::at_position<D>(load_i(interaction, i), at);
            ghost.vx = splat(v[0] + s.container.velocity[0]), ghost.vy = splat(v[1] + s.container.velocity[1]);
            if constexpr (D == 3) ghost.vz = splat(v[2] + s.container.velocity[2]);
            return ghost;
        };
        const auto finish = [&](int begin, int end) {
            if (mirrors)
                compute_mirror_repulsion<D>(s.fluid.domain.walls, s.offset, s.fluid.spacing, repulsion, p.x, s.force,
                                            begin, end);
            for (int i = begin; i < end; ++i) {
                float force[D] = {}, sums[D];
                if (has_wall_force) add_wall_force(s, i, force);
                for (int d = 0; mirrors && d < D; ++d) force[d] += s.force[d][i];
                if (!s.bodies.empty()) s.bodies.add_force(fluid, i, force);
                for (int d = 0; has_tension && d < D; ++d) force[d] += s.tension.force(d, i);
                for (int d = 0; d < D; ++d) sums[d] = sums_.result(d)[i];
                loop.add_curved_wall_ghosts(interaction, i, ghost_of, sums);
                for (int d = 0; d < D; ++d) s.force[d][i] = sums[d] * kernel.slope_scale + force[d];
            }
        };
        loop.for_pairs(interaction, sums_, ghost_of, finish);
        if (!s.bodies.empty()) s.bodies.apply_forces_to_bodies(fluid, s.fluid.neighbours, jobs);
    }

    // `force` is 0 before.
    void add_wall_force(const State<D>& s, int i, float (&force)[D]) const {
        const BoundaryTerms<D> wall = s.wall_terms(i);
        if (wall.gap >= s.fluid.h) return;
        const int kind = s.kind_of(i);
        // A no-slip wall exerts the whole viscosity; Monaghan's is worth alpha c h / 16 for a support h.
        const float two_mu =
            (s.implicit ? 0 : s.two_mu_of(kind)) + s.phases.acoustic(s.def.artificial_viscosity, kind, s.fluid.h) / 8;
        float v[D];
        for (int d = 0; d < D; ++d) v[d] = s.fluid.particles.v[d][i] - s.container.velocity[d];
        compute_wall_force<D>(s.def, wall, s.fluid.spacing, v, s.mass_of(kind), s.volume[i], two_mu, force);
    }

    const float interface_energy_;   // of a flat interface for e = 1 (sph/phases.h)
    SimdArray<float> no_viscosity_;  // zeros, by slot, where the viscosity of several phases is implicit
    sph::Sums<D> sums_;
};

}  // namespace slosh::wcsph
