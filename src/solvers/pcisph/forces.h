// The forces of PCISPH that do not depend on the pressure, and the first prediction. D is 2 or 3.
#pragma once
#include <algorithm>

#include "solvers/pcisph/interactions.h"
#include "solvers/pcisph/prediction.h"
#include "solvers/pcisph/pressure_corrections.h"
#include "sph/boundary_terms.h"

namespace slosh::pcisph {

template <int D>
class ForcePass {
public:
    [[gnu::cold]] explicit ForcePass(State<D>& s) {
        sums_.resize(s.fluid.capacity);
        s.fluid.reserve_scratch(sizeof(typename ForceInteraction<D>::Particle) / sizeof(Float4), D + 1);
    }

    // Gravity and explicit viscosity; the density at the present positions; the first prediction.
    void run(State<D>& s, float dt, Jobs& jobs) {
        sph::ParticleArrays<D>& p = s.fluid.particles;
        const float rho = s.def.rest_density, two_mu = s.implicit ? 0 : 2 * rho * s.def.viscosity;
        const float h = s.fluid.h, h2 = h * h, limit = 0.2f * rho * h2 / dt;  // what is stable with this sub-step
        const float artificial = std::min(rho * s.def.artificial_viscosity * s.signal_speed * h, limit);
        const ForceInteraction<D> interaction{.x = p.x[0].data(),
                                              .y = p.x[1].data(),
                                              .z = p.x[D - 1].data(),
                                              .vx = p.v[0].data(),
                                              .vy = p.v[1].data(),
                                              .vz = p.v[D - 1].data(),
                                              .inv_h = 1 / h,
                                              .eta2 = 0.01f * h2,
                                              .two_mu = two_mu,
                                              .artificial = artificial,
                                              .quadratic = rho * quadratic_viscosity * h2,
                                              .artificial_limit = limit};
        const float scale = s.displacement_scale(dt);
        const Float4 self = Kernel<D>::w(Float4{});
        const float inv_rest = Kernel<D>(h).scale * s.volume_at_rest;
        const float wall_drag = dt * dt / rho * s.def.no_slip * (two_mu + artificial / 8);
        const GhostPairs<D> ghosts = s.ghosts();
        if (!s.bodies.empty()) s.bodies.begin(s.view_for_bodies(two_mu, artificial), p.count, s.fluid.neighbours, jobs);
        s.fluid.for_pairs(interaction, sums_, jobs, [&](int begin, int end) {
            ghosts.for_each_near_walls(p.x, begin, end, [&](int i) {
                ghosts.add_ghost_sums(interaction, i, sums_, [&](auto& ghost, const MirrorWall<D>& mirror) {
                    ghosts.reflect_velocity(ghost, mirror, i, s.container.velocity);
                });
            });
            for (int i = begin; i < end; i += lanes)
                store(&p.density_ratio[i], (load(sums_.result(D) + i) + self) * inv_rest);
            for (int i = begin; i < end && !s.bodies.empty(); ++i) p.density_ratio[i] += s.bodies.volume_fraction(i);
            for (int i = begin; i < end; i += lanes) {
                store(&s.density[i], rho * load(&p.density_ratio[i]));
                store(&s.pressure[i], Float4{});
                store(&s.pressure_delta[i], Float4{});
                for (int d = 0; d < D; ++d)
                    store(&s.displacement[d][i],
                          load(sums_.result(d) + i) * scale + s.fluid.domain.gravity[d] * dt * dt);
            }
            for (int i = begin; i < end && !s.bodies.empty(); ++i)
                s.bodies.add_force(i, s.displacement_per_force(dt), true, s.displacement);
            for (int i = begin; i < end && wall_drag > 0; ++i) add_wall_friction(s, i, wall_drag);
            predict_position(s, begin, end, dt);
        });
        predict_bodies(s, dt, jobs);
    }

private:
    void add_wall_friction(State<D>& s, int i, float drag) const {
        const BoundaryTerms<D> wall = s.fluid.wall_terms(i, s.offset_old);
        float v[D], out = 0;
        for (int d = 0; d < D; ++d) {
            v[d] = s.fluid.particles.v[d][i] - s.container.velocity[d];
            out += v[d] * wall.normal[d];
        }
        for (int d = 0; d < D; ++d) s.displacement[d][i] += drag * wall.laplacian[d] * (v[d] - out * wall.normal[d]);
    }

    sph::Sums<D + 1> sums_;  // forces, and W
};

}  // namespace slosh::pcisph
