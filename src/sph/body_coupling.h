// Two-way coupling of rigid bodies and an SPH fluid.
//
// A body is sampled by boundary particles with volumes (Akinci et al. 2012, "Versatile rigid-fluid coupling for
// incompressible SPH"; rigid/boundary_samples.h). They contribute to the density of the fluid,
// rho_i += rho_0 sum_b V_b W_ib, and to its viscosity.
//
// The pressure in a body is that of the fluid, extrapolated by the gradient of still fluid (Adami et al. 2012):
// p_b = p_i + rho_0 g . (x_b - x_i). The force V_i V_b (p_i + p_b) grad W_ib, summed over all samples, is an integral
// over the body, which Gauss's theorem takes to its surface:
//
//   F_i = V_i sum_s (p_i + p_s) / 2 w_is A_s n_s - V_i rho_0 g sum_b V_b W_ib,   w_is = W_is / sum_j V_j W_js
//
// with p_s at the points s of the surface, which have areas and normals. Beside a plane sum_j V_j W_js is 1/2; with the
// present sum, if it is larger (Shepard 1968), a point has a mean pressure of the fluid near it, and a uniform pressure
// exerts next to no force, however the particles lie. Forces of pressure have the direction of the normal, as does
// Monaghan's viscosity: a body does not hold on to the particles beside it.
//
// The reaction acts on the body. The forces on particles and those on bodies are gathered separately, each in a fixed
// order, so that they are bitwise the same for any number of workers. D is 2 or 3.
#pragma once
#include <algorithm>
#include <glm/geometric.hpp>
#include <span>
#include <vector>

#include "base/vectors.h"
#include "rigid/rigid_solver.h"
#include "sph/body_points.h"
#include "sph/body_viscosity.h"
#include "sph/fluid_view.h"
#include "sph/interactions.h"
#include "sph/smoothing_kernels.h"

namespace slosh::sph {

template <int D, class Kernel>
class BodyCoupling {
public:
    BodyCoupling(const Domain& domain, float spacing, float h) : bodies_(domain), spacing_(spacing), h_(h), kernel_(h) {
        sample();
    }

    bool empty() const { return bodies_.empty(); }
    std::span<const Body> view() const { return bodies_.view(); }
    float max_speed() const { return bodies_.max_speed(); }
    void set_grabs(std::span<const Grab> grabs) { bodies_.set_grabs(grabs); }
    Outcome add_body(const BodyDef& def, glm::vec3 offset) {
        const Outcome result = bodies_.add(def, offset);
        if (result.accepted) sample();
        return result;
    }

    [[gnu::cold]] void set_drawn(std::span<const BodyDef> defs, glm::vec3 offset) {
        bodies_.set_drawn(defs, offset);
        sample();
    }

    void integrate_velocities(float dt, glm::vec3 gravity) { bodies_.integrate_velocities(dt, gravity); }

    // After the fluid has moved: moves the bodies, and pushes particles that they have overlapped out of them, each by
    // a bounded distance.
    void move(float dt, glm::vec3 offset, glm::vec3 velocity, ParticleArrays<D>& fluid, Jobs& jobs) {
        bodies_.move(dt, offset, velocity);
        if (!(samples_at_rest_ && at_rest())) update_samples(jobs);
        const float max_push = 0.1f * spacing_;  // per step: a larger push would disturb the fluid
        jobs.for_range(fluid.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                glm::vec3 at(0);
                for (int d = 0; d < D; ++d) at[d] = fluid.x[d][i];
                if (!volume_.is_near(at, 0)) continue;
                for (const Body& b : bodies_.view()) {
                    const glm::vec3 from = at - b.position;
                    const float radius = b.bounding_radius(D), added = added_thickness(b, D, spacing_);
                    if (from.x * from.x + from.y * from.y + from.z * from.z >= radius * radius) continue;
                    glm::vec3 outwards;
                    const float depth = added - b.distance(b.to_local(at), D, outwards) - 0.5f * spacing_;
                    if (depth > 0) at += b.axes * outwards * std::min(depth, max_push);
                }
                for (int d = 0; d < D; ++d) fluid.x[d][i] = at[d];
            }
        });
    }

    // Prediction: the bodies of `current`, moved by dt under the forces on them. Does not move the fluid.
    void predict_from(const BodyCoupling& current, float dt, glm::vec3 gravity, glm::vec3 offset, glm::vec3 velocity,
                      Jobs& jobs) {
        bodies_ = current.bodies_;
        bodies_.integrate_velocities(dt, gravity);
        bodies_.move(dt, offset, velocity);
        if (!(samples_at_rest_ && at_rest())) update_samples(jobs);
    }

    // Impulse exchange with a particle: RigidSolver::exchange_impulse().
    glm::vec3 exchange_impulse(int body, glm::vec3 at, glm::vec3 gained, float mass) {
        return bodies_.exchange_impulse(body, at, gained, mass);
    }

    // Moves the samples to the positions of the bodies; move() and predict_from() call it.
    void update_samples(Jobs& jobs) {
        volume_.update(bodies_.view(), spacing_, h_, jobs);
        surface_.update(bodies_.view(), volume_.box, h_, jobs);
        samples_at_rest_ = at_rest();
    }

    // The fraction of a particle's neighbourhood inside bodies: sum_b V_b W_ib.
    float volume_fraction_at(const ParticleArrays<D>& fluid, int i) const { return volume_fraction_at(fluid.x, i); }
    float volume_fraction_at(const SimdArray<float>* x, int i) const {
        float at[D];
        for (int d = 0; d < D; ++d) at[d] = x[d][i];
        if (!volume_.is_near(at, h_)) return 0;
        Float4 total{};
        for_slots_at<D>(volume_.cells, at, [&](int j) {
            total += Kernel::w(sqrt(squared_distance_from<D>(at, volume_.x, j)) * (1 / h_)) * load(&volume_.volume[j]);
        });
        return reduce_add(total) * kernel_.scale;
    }

    // Sets the weights of the surface points for the fluid as it is: 1 over the fraction of their neighbourhood that it
    // fills. To be called before the forces.
    template <class AnyCells>
    void weigh_surface(const FluidView<D>& fluid, const AnyCells& cells, Jobs& jobs) {
        jobs.for_range(surface_.count(), 32, [&](int begin, int end) {
            for (int s = begin; s < end; ++s) {
                float at[D];
                for (int d = 0; d < D; ++d) at[d] = surface_.x[d][s];
                Float4 filled{};
                for_slots_at<D>(cells, at, [&](int j) {
                    const Float4 r2 = squared_distance_from<D>(at, fluid.x, j);
                    filled += Kernel::w(sqrt(r2) * (1 / h_)) * load(&fluid.volume[j]);
                });
                surface_.weight[s] = kernel_.scale / std::max(reduce_add(filled) * kernel_.scale, min_filled_fraction);
            }
        });
    }

    // force[d] += the force of the bodies on particle i.
    void add_force(const FluidView<D>& fluid, int i, float (&force)[D]) const {
        float at[D];
        for (int d = 0; d < D; ++d) at[d] = fluid.x[d][i];
        if (!volume_.is_near(at, h_)) return;
        Point own;
        for (int d = 0; d < D; ++d) {
            own.x[d] = splat(at[d]);
            own.v[d] = splat(fluid.v[d][i]);
        }
        own.volume = splat(fluid.volume[i]);
        const FluidState state(fluid, i, inv_gh(fluid.gravity), broadcast);
        Float4 in_volume[D] = {}, on_surface[D] = {};
        for_slots_at<D>(volume_.cells, at, [&](int j) {
            add_volume_force(fluid.gravity, state, own, volume_.at(j, consecutive), in_volume);
        });
        for_slots_at<D>(surface_.cells, at, [&](int j) {
            add_surface_force(fluid.gravity, state, own, surface_.at(j, consecutive), on_surface);
        });
        for (int d = 0; d < D; ++d)
            force[d] += reduce_add(in_volume[d]) * kernel_.slope_scale + reduce_add(on_surface[d]);
    }

    // Gathers the reactions on the bodies. `cells` are those of the fluid.
    template <class AnyCells>
    void apply_forces_to_bodies(const FluidView<D>& fluid, const AnyCells& cells, Jobs& jobs) {
        gather(fluid, cells, volume_.x, volume_.body, volume_.force, jobs, [&](int s, auto&& each) {
            each(kernel_.slope_scale,
                 [&, own = volume_.at(s, broadcast)](const FluidState& state, const Point& other, Float4* total) {
                     add_volume_force(fluid.gravity, state, other, own, total);
                 });
        });
        gather(fluid, cells, surface_.x, surface_.body, surface_.force, jobs, [&](int s, auto&& each) {
            each(1.0f,
                 [&, own = surface_.at(s, broadcast)](const FluidState& state, const Point& other, Float4* total) {
                     add_surface_force(fluid.gravity, state, other, own, total);
                 });
        });
        bodies_.clear_forces();
        add_up(volume_.x, volume_.body, volume_.force);
        add_up(surface_.x, surface_.body, surface_.force);
    }

    // --- sph/body_viscosity.h ---

    // Changes the velocities by what the present forces and gravity do in dt, or takes that back, with -dt.
    void kick(float dt, glm::vec3 gravity) { bodies_.apply_forces(dt, gravity); }
    // For a solve with `viscosity`; null without bodies.
    BodyViscosity<D, Kernel>* begin_viscosity(BodyViscosity<D, Kernel>& viscosity, const FluidView<D>& fluid,
                                              const NeighbourList<D>& cells, glm::vec3 frame, float dt, Jobs& jobs) {
        if (empty()) return nullptr;
        viscosity.begin(volume_, bodies_.view(), fluid, cells, frame, dt, jobs);
        return &viscosity;
    }
    void end_viscosity(BodyViscosity<D, Kernel>* viscosity) {
        if (viscosity) viscosity->unknowns().add_change(bodies_);
    }

private:
    using Point = typename BodyVolume<D>::Point;

    // What one or four particles exert on bodies: pressure, its gradient over that of gravity, and viscosities.
    struct FluidState {
        Float4 pressure, gradient, two_mu, artificial;
        // The gradient is that at rest, rho g, but for less than the pressure at a depth of h: at a free surface it
        // must not make the pressure of a body negative.
        FluidState(const FluidView<D>& fluid, int i, float inv_gh, auto read)
            : pressure(read(fluid.pressure + i)),
              gradient(min(fluid.phases.rest_density ? read(fluid.phases.rest_density + i) : splat(fluid.rest_density),
                           max(pressure, splat(0.0f)) * inv_gh)),
              two_mu(fluid.two_mu_at(i, read)),
              artificial(fluid.phases.artificial ? read(fluid.phases.artificial + i) : splat(fluid.artificial)) {}
    };
    float inv_gh(glm::vec3 gravity) const { return 1 / (length_of(gravity) * h_ + 1e-20f); }

    // total += the force of a sample on the fluid particle, over the scale factor of the slope: viscosity, and the part
    // of the pressure gradient.
    void add_volume_force(glm::vec3 gravity, const FluidState& state, const Point& fluid, const Point& body,
                          Float4* total) const {
        Float4 r2{};
        for (int d = 0; d < D; ++d) {
            const Float4 offset = body.x[d] - fluid.x[d];
            r2 += offset * offset;
        }
        const Float4 q = sqrt(r2) * (1 / h_), volumes = fluid.volume * body.volume;
        const Float4 shear = Kernel::slope(max(q, splat(smallest_q))) * volumes * -state.two_mu;
        const Float4 weight = Kernel::w(q) * volumes * state.gradient * (-h_ * h_);
        for (int d = 0; d < D; ++d) total[d] += shear * (body.v[d] - fluid.v[d]) + weight * gravity[d];
    }

    // total += the force of a surface point on the fluid particle: pressure, and artificial viscosity along the normal.
    void add_surface_force(glm::vec3 gravity, const FluidState& state, const Point& fluid,
                           const typename BodySurface<D>::Point& surface, Float4* total) const {
        Float4 r2{}, g_dot_r{}, n_dot_r{}, n_dot_v{};
        for (int d = 0; d < D; ++d) {
            const Float4 offset = surface.x[d] - fluid.x[d], dv = surface.v[d] - fluid.v[d];
            r2 += offset * offset;
            g_dot_r += offset * gravity[d];
            n_dot_r += surface.area[d] * offset;
            n_dot_v += surface.area[d] * dv;
        }
        const Float4 approach = min(n_dot_r * n_dot_v * surface.inv_area2, splat(0.0f)) / (r2 + 0.01f * h_ * h_);
        const Float4 pressure = state.pressure + 0.5f * (state.gradient * g_dot_r - state.artificial * approach);
        const Float4 share = Kernel::w(sqrt(r2) * (1 / h_)) * fluid.volume * surface.weight * pressure;
        for (int d = 0; d < D; ++d) total[d] += share * surface.area[d];
    }

    // force[s] = minus the sum over the fluid around the point s at x, for the points of bodies that move. `prepare`
    // calls its argument with a factor and the force of the point on four particles.
    template <class AnyCells>
    void gather(const FluidView<D>& fluid, const AnyCells& cells, const SimdArray<float>* x, const SimdArray<int>& body,
                SimdArray<float>* force, Jobs& jobs, const auto& prepare) const {
        jobs.for_range(x[0].size(), 32, [&](int begin, int end) {
            for (int s = begin; s < end; ++s) {
                for (int d = 0; d < D; ++d) force[d][s] = 0;
                if (bodies_.view()[static_cast<size_t>(body[s])].is_kinematic()) continue;  // its motion is prescribed
                float at[D];
                for (int d = 0; d < D; ++d) at[d] = x[d][s];
                prepare(s, [&](float scale, const auto& add) {
                    Point other;
                    Float4 total[D] = {};
                    for_slots_at<D>(cells, at, [&](int j) {
                        for (int d = 0; d < D; ++d) {
                            other.x[d] = load(&fluid.x[d][j]);
                            other.v[d] = load(&fluid.v[d][j]);
                        }
                        other.volume = load(&fluid.volume[j]);
                        add(FluidState(fluid, j, inv_gh(fluid.gravity), consecutive), other, total);
                    });
                    for (int d = 0; d < D; ++d) force[d][s] = -reduce_add(total[d]) * scale;
                });
            }
        });
    }

    // Adds forces and torques to the bodies.
    void add_up(const SimdArray<float>* x, const SimdArray<int>& body, const SimdArray<float>* force) {
        const std::span<const Body> all = bodies_.view();
        for (int s = 0; s < x[0].size(); ++s) {
            glm::vec3 f(0), arm(0);
            for (int d = 0; d < D; ++d) {
                f[d] = force[d][s];
                arm[d] = x[d][s] - all[static_cast<size_t>(body[s])].position[d];
            }
            bodies_.add_force(body[s], f, glm::cross(arm, f));
        }
    }

    // A surface point counts at least this fraction of its neighbourhood as filled, that beside a plane: a few
    // particles in a gap between bodies or walls do not exert the whole pressure.
    static constexpr float min_filled_fraction = 0.5f;

    // All bodies are kinematic and stand still. Samples that were updated in such a state need no update.
    bool at_rest() const {
        const std::span<const Body> all = bodies_.view();
        return std::all_of(all.begin(), all.end(), [](const Body& b) {
            return b.is_kinematic() && b.velocity == glm::vec3(0) && b.oscillation == glm::vec3(0);
        });
    }

    [[gnu::cold, gnu::noinline]] void sample() {
        std::vector<Body> thick;
        for (const Body& b : bodies_.view()) thick.push_back(thickened(b, D, spacing_));
        volume_.sample(thick, spacing_, h_);
        surface_.sample(thick, spacing_);
        Jobs serial;
        if (volume_.count() > 0) update_samples(serial);
    }

    RigidSolver bodies_;
    float spacing_, h_;
    bool samples_at_rest_ = false;  // at_rest() when they were updated
    Kernel kernel_;
    BodyVolume<D> volume_;
    BodySurface<D> surface_;
};

}  // namespace slosh::sph
