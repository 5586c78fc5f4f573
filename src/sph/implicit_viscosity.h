// Implicit viscosity of an SPH fluid, for viscosities whose explicit limit would set the time step. D is 2 or 3.
//
//   (M + dt K) dv = -dt K v,   (K v)_i = sum_j k_ij (v_i - v_j),   k_ij = 2 mu_ij V_i V_j |dW/dr| / r
//
// Backward Euler with the Laplacian of the explicit form (Morris et al. 1997; implicit viscosity in SPH: Takahashi et
// al. 2015; Weiler et al. 2018). Between phases mu_ij is the harmonic mean. Radial forces (Weiler et al.) would leave
// the rotation of a free drop alone, but they hold particles in their lattice, whose resistance to shear then adds a
// fifth to the viscosity of a vortex.
//
// K is symmetric and semi-definite, so conjugate gradients without a matrix solve it; they begin with the last change.
// The preconditioner is the mass, and no other: then the forces of every iterate are equal and opposite, and an early
// end loses no momentum. Walls are mirrors, as in the explicit form; wall friction acts on single particles. Rigid
// bodies are part of the system (sph/body_viscosity.h).
#pragma once
#include <vector>

#include "sph/body_viscosity.h"
#include "sph/boundary_terms.h"
#include "sph/ghost_pairs.h"
#include "sph/phases.h"
#include "sph/smoothing_kernels.h"

namespace slosh::sph {

// Explicit viscosity is cheaper where it needs no more than so many times the sub-steps of the rest.
constexpr float implicit_gain = 1.5f;

// Sums: the viscous force for the velocities `vx` .., over the scale factor of the slope. `mixed`: the viscosities are
// each particle's own.
template <int D, class Kernel, bool mixed>
struct ViscosityInteraction {
    static constexpr int sums = D;
    struct Particle : PositionVelocity<D> {
        Float4 volume, two_mu;
    };
    static constexpr int fields = sizeof(PositionVelocity<D>) / sizeof(Float4) + (mixed ? 2 : 1);
    const float *x, *y, *z, *vx, *vy, *vz, *volume;
    const float* phase_two_mu;  // by slot, if mixed
    float inv_h;
    float two_mu;  // if not mixed

    Particle load(int i, auto read) const {
        Particle p{};
        load_position_velocity<D>(p, *this, i, read);
        p.volume = read(volume + i);
        if constexpr (mixed) p.two_mu = read(phase_two_mu + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 r2 = squared_distance<D>(i, j, offset);
        const Float4 slope = Kernel::slope(max(sqrt(r2) * inv_h, splat(smallest_q)));  // never positive
        const Float4 mu = mixed ? harmonic_mean(i.two_mu, j.two_mu) : splat(two_mu);
        const Float4 shear = slope * (i.volume * j.volume * -mu);
        Float4 dv[D] = {j.vx - i.vx, j.vy - i.vy};
        if constexpr (D == 3) dv[2] = j.vz - i.vz;
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            sum_i[d] += shear * dv[d];
            sum_j[d] -= shear * dv[d];
        }
    }
};

// The viscous force of walls and bodies at rest on one particle that moves at u: -rate u - friction (u - (u . n) n).
template <int D>
struct BoundaryDrag {
    float rate = 0;                          // of bodies: sum of k, kg/s
    float friction[D] = {}, normal[D] = {};  // of walls: kg/s, and the unit vector n

    // `scale`: 2 mu times the volume of the particle and the no-slip share.
    void set_wall(const BoundaryTerms<D>& wall, float scale) {
        for (int d = 0; d < D; ++d) {
            friction[d] = -scale * wall.laplacian[d];
            normal[d] = wall.normal[d];
        }
    }
    void add_force(const float (&u)[D], float (&force)[D]) const {
        float out = 0;
        for (int d = 0; d < D; ++d) out += u[d] * normal[d];
        for (int d = 0; d < D; ++d) force[d] -= rate * u[d] + friction[d] * (u[d] - out * normal[d]);
    }
};

// The fluid that a solve reads: constants, or arrays by slot that replace them with several phases.
template <int D>
struct ViscousFluid {
    const ParticleArrays<D>& p;
    const float* volume;  // by slot, m^D
    float mass = 1, two_mu = 0;
    const float *inv_masses = nullptr, *two_mus = nullptr;
};

template <int D, class Kernel, class BodyKernel>
class ImplicitViscosity {
public:
    explicit ImplicitViscosity(float h) : h_(h) {}

    // The change of the velocities in the last solve, m/s, which the next one begins with: a column of the solver.
    SimdArray<float> (&change())[D] { return change_; }
    void add_change(ParticleArrays<D>& p, Jobs& jobs) const {
        jobs.for_range(p.count, block, [&](int begin, int end) {
            for (int d = 0; d < D; ++d)
                for (int i = begin; i < end; i += lanes) store(&p.v[d][i], load(&p.v[d][i]) + load(&change_[d][i]));
        });
    }
    int iterations() const { return iterations_; }

    // Solves for the change() of the velocities in dt. velocity(i, u) writes the velocity before, in the frame of the
    // container; drag_of(i) is the BoundaryDrag of a particle if `has_drag`; `bodies` has begun, or is null. Memory is
    // allocated for `capacity` particles at the first call.
    void solve(const ViscousFluid<D>& fluid, float dt, int capacity, const GhostPairLoop<D>& loop, bool has_drag,
               const auto& velocity, const auto& drag_of, BodyViscosity<D, BodyKernel>* bodies) {
        const int count = fluid.p.count;
        reserve(std::max(capacity, count), has_drag);
        const auto mass = [&](int i) { return fluid.inv_masses ? 1 / fluid.inv_masses[i] : fluid.mass; };
        // r = dt F(u + x) - M x, p = r / M
        loop.jobs.for_range(count, block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float u[D];
                velocity(i, u);
                for (int d = 0; d < D; ++d) direction_[d][i] = u[d] + change_[d][i];
                if (has_drag) drag_[static_cast<size_t>(i)] = drag_of(i);
            }
        });
        if (bodies) bodies->start();
        apply(fluid, loop, has_drag, bodies, [&](int i, const float(&force)[D]) {
            double r2 = 0;
            for (int d = 0; d < D; ++d) {
                const float r = residual_[d][i] = dt * force[d] - mass(i) * change_[d][i];
                r2 += static_cast<double>(r / mass(i) * r);
            }
            return r2;
        });
        const double of_bodies = bodies ? bodies->find_residual(direction_) : 0;
        double rr = total(count) + of_bodies,
               xx = sum(count, loop.jobs, [&](int i) {
                   double x2 = 0;
                   for (int d = 0; d < D; ++d) {
                       direction_[d][i] = residual_[d][i] / mass(i);
                       x2 += static_cast<double>(mass(i) * change_[d][i] * change_[d][i]);
                   }
                   return x2;
               });
        if (bodies) xx += bodies->unknowns().change_norm();
        for (iterations_ = 0; iterations_ < max_iterations && rr > tolerance * tolerance * xx && rr > 0;
             ++iterations_) {
            if (bodies) bodies->find_point_velocities();
            apply(fluid, loop, has_drag, bodies, [&](int i, const float(&force)[D]) {
                double dot = 0;
                for (int d = 0; d < D; ++d) {
                    const float p = direction_[d][i], ap = product_[d][i] = mass(i) * p - dt * force[d];
                    dot += static_cast<double>(p * ap);
                }
                return dot;
            });
            const double p_ap = total(count) + (bodies ? bodies->find_product(direction_) : 0);
            if (!(p_ap > 0)) break;
            const auto alpha = static_cast<float>(rr / p_ap);
            xx = sum(count, loop.jobs, [&](int i) {
                double x2 = 0;
                for (int d = 0; d < D; ++d) {
                    const float x = change_[d][i] += alpha * direction_[d][i];
                    residual_[d][i] -= alpha * product_[d][i];
                    x2 += static_cast<double>(mass(i) * x * x);
                }
                return x2;
            });
            if (bodies) xx += bodies->unknowns().update_solution(alpha);
            const double before = rr;
            rr = sum(count, loop.jobs, [&](int i) {
                double r2 = 0;
                for (int d = 0; d < D; ++d) r2 += static_cast<double>(residual_[d][i] / mass(i) * residual_[d][i]);
                return r2;
            });
            if (bodies) rr += bodies->unknowns().residual_norm();
            const auto beta = static_cast<float>(rr / before);
            loop.jobs.for_range(count, block, [&](int begin, int end) {
                for (int i = begin; i < end; ++i)
                    for (int d = 0; d < D; ++d) direction_[d][i] = residual_[d][i] / mass(i) + beta * direction_[d][i];
            });
            if (bodies) bodies->unknowns().update_direction(beta);
        }
    }

private:
    static constexpr int block = cheap_block;
    static constexpr int max_iterations = 100;
    static constexpr double tolerance = 0.03;  // of the change, in the norm of the kinetic energy

    // The viscous force of direction_ on every particle, and the sums of use(i, force) into parts_.
    void apply(const ViscousFluid<D>& fluid, const GhostPairLoop<D>& loop, bool has_drag,
               const BodyViscosity<D, BodyKernel>* bodies, const auto& use) {
        if (fluid.two_mus) apply_form<true>(fluid, loop, has_drag, bodies, use);
        else apply_form<false>(fluid, loop, has_drag, bodies, use);
    }
    template <bool mixed>
    void apply_form(const ViscousFluid<D>& fluid, const GhostPairLoop<D>& loop, bool has_drag,
                    const BodyViscosity<D, BodyKernel>* bodies, const auto& use) {
        using Interaction = ViscosityInteraction<D, Kernel, mixed>;
        const Interaction interaction{.x = fluid.p.x[0].data(),
                                      .y = fluid.p.x[1].data(),
                                      .z = fluid.p.x[D - 1].data(),
                                      .vx = direction_[0].data(),
                                      .vy = direction_[1].data(),
                                      .vz = direction_[D - 1].data(),
                                      .volume = fluid.volume,
                                      .phase_two_mu = fluid.two_mus,
                                      .inv_h = 1 / h_,
                                      .two_mu = fluid.two_mu};
        const auto ghost_of = [&](const MirrorWall<D>& mirror, const float(&at)[D], int i) {
            float u[D];
            for (int d = 0; d < D; ++d) u[d] = direction_[d][i];
            mirror.reflect_velocity(u);
            typename Interaction::Particle ghost = at_position<D>(load_i(interaction, i), at);
            ghost.vx = splat(u[0]), ghost.vy = splat(u[1]);
            if constexpr (D == 3) ghost.vz = splat(u[2]);
            return ghost;
        };
        const float scale = Kernel(h_).slope_scale;
        loop.for_pairs(interaction, sums_, ghost_of, [&](int begin, int end) {
            // The strips of a pair loop are whole blocks of the list.
            for (int b = begin; b < end; b += NeighbourList<D>::block) {
                double part = 0;
                for (int i = b; i < std::min(b + NeighbourList<D>::block, end); ++i) {
                    float force[D], u[D];
                    for (int d = 0; d < D; ++d) {
                        force[d] = sums_.result(d)[i];
                        u[d] = direction_[d][i];
                    }
                    loop.add_curved_wall_ghosts(interaction, i, ghost_of, force);
                    for (int d = 0; d < D; ++d) force[d] *= scale;
                    if (has_drag) {
                        const BoundaryDrag<D>& drag = drag_[static_cast<size_t>(i)];
                        drag.add_force(u, force);
                        if (bodies && drag.rate > 0) bodies->add_pull(i, force);
                    }
                    part += use(i, force);
                }
                parts_[static_cast<size_t>(b / NeighbourList<D>::block)] = part;
            }
        });
    }

    double sum(int count, Jobs& jobs, const auto& of) {
        jobs.for_range(count, block, [&](int begin, int end) {
            for (int b = begin; b < end; b += NeighbourList<D>::block) {
                double part = 0;
                for (int i = b; i < std::min(b + NeighbourList<D>::block, end); ++i) part += of(i);
                parts_[static_cast<size_t>(b / NeighbourList<D>::block)] = part;
            }
        });
        return total(count);
    }
    double total(int count) const {
        double total = 0;
        for (int b = 0; b * NeighbourList<D>::block < count; ++b) total += parts_[static_cast<size_t>(b)];
        return total;
    }

    [[gnu::cold]] void reserve(int capacity, bool has_drag) {
        if (residual_[0].size() < capacity) {
            for (int d = 0; d < D; ++d)
                for (SimdArray<float>* a : {&residual_[d], &direction_[d], &product_[d]}) a->assign(capacity);
            sums_.resize(capacity);
            parts_.resize(static_cast<size_t>(capacity / NeighbourList<D>::block + 1));
        }
        if (has_drag && drag_.size() < static_cast<size_t>(capacity)) drag_.resize(static_cast<size_t>(capacity));
    }

    float h_;
    int iterations_ = 0;
    SimdArray<float> change_[D], residual_[D], direction_[D], product_[D];  // x, r, p, A p
    std::vector<BoundaryDrag<D>> drag_;
    std::vector<double> parts_;  // of a sum over all particles, by block
    Sums<D> sums_;
};

}  // namespace slosh::sph
