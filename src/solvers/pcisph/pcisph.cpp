#include "solvers/pcisph/pcisph.h"

#include <algorithm>

#include "analysis/stats.h"
#include "solver/solver.h"
#include "solvers/pcisph/ghost_pairs.h"
#include "solvers/pcisph/initial_state.h"
#include "solvers/pcisph/interactions.h"
#include "solvers/pcisph/predicted_bodies.h"
#include "solvers/pcisph/pressure_corrections.h"
#include "solvers/pcisph/time_integration.h"
#include "solvers/pcisph/time_step.h"
#include "sph/boundary_terms.h"
#include "sph/fluid.h"
#include "sph/implicit_viscosity.h"
#include "sph/pointer_forces.h"
#include "sph/smoothing_kernels.h"
#include "sph/time_step.h"

namespace slosh {
namespace {

using pcisph::Chebyshev;
using pcisph::ForceInteraction;
using pcisph::PredictedDensityInteraction;
using pcisph::PressureInteraction;

template <int D>
class Pcisph final : public SolverFor<PcisphDef> {
public:
    [[gnu::cold]] Pcisph(const PcisphDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : def_(def),
          jobs_(jobs),
          fluid_(domain, start, {def.particles, def.budget.max_particles, def.smoothing},
                 kernel_shape<D, Wendland<D>>()),
          bodies_(domain, fluid_.spacing, fluid_.h, volume_at_rest_, fluid_.capacity) {
        const int capacity = fluid_.capacity;
        fluid_.set_particle_volume(volume_at_rest_);
        fluid_.add(density_, sph::Carry::until_sort, def.rest_density);
        fluid_.add(pressure_, sph::Carry::until_sort);
        for (SimdArray<float>* column : {&pressure_delta_, &target_ratio_}) fluid_.add(*column, sph::Carry::recomputed);
        fluid_.add(predicted_x_, sph::Carry::recomputed);
        fluid_.add(displacement_, sph::Carry::always);
        fluid_.add(viscosity_.change(), sph::Carry::always);
        density_sums_.resize(capacity);
        force_sums_.resize(capacity);
        pressure_sums_.resize(capacity);
        fluid_.reserve_search([&] { sort(); });
        fluid_.reserve_scratch(sizeof(typename ForceInteraction<D>::Particle) / sizeof(Float4), D + 1);
        drop_height_ = std::max(pcisph::height_of<D>(domain), fluid_.h);
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        container_ = container;
        drain(container.offset);
        const float mean_pressure = pcisph::mean(pressure_) / def_.rest_density;
        const float impact = impact_pressure_.update(fluid_.particles, container.velocity, fluid_.h, dt);
        substeps_ = substeps_for(dt, pointer_forces, mean_pressure, impact);
        const float sub_dt = sub_dt_ = dt / static_cast<float>(substeps_);
        const float hydrostatic = signal_speed_ * signal_speed_ / 4;  // in the middle of the height
        pressure_per_compression_ =
            stiffness_.update(dt, mean_pressure, hydrostatic, impact, def_.rest_density, def_.density_error);
        iterations_ = std::clamp(Chebyshev::corrections_for<D>(pressure_per_compression_ / delta(sub_dt)),
                                 def_.min_iterations, std::max(def_.min_iterations, def_.max_iterations));
        for (int s = 1; s <= substeps_; ++s) {
            offset_old_ = container.offset + container.velocity * (sub_dt * static_cast<float>(s - 1));
            offset_ = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            fluid_.emit(sub_dt, container, offset_old_, bodies_.view(), def_.budget.when_full == WhenFull::recycle);
            sort();
            sph::apply_pointer_forces(fluid_.particles, pointer_forces, sub_dt, jobs_);
            if (implicit_) apply_implicit_viscosity(sub_dt);
            held_ = fluid_.hold_inlet(-0.5f * sub_dt);
            compute_forces(sub_dt);
            correct_pressure(sub_dt);
            integrate(sub_dt);
            if (has_run_away(s, container)) break;
        }
    }

    void set_parameters(const PcisphDef& def, const Domain& domain) override {
        def_ = def;
        fluid_.domain.gravity = domain.gravity;
    }

    ParticleView particles() const override {
        ParticleView p = fluid_.view(density_, pressure_, def_.rest_density);
        p.bodies = bodies_.view();
        p.masses.fill(def_.rest_density * volume_at_rest_);
        return p;
    }

    Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        stats.substeps = substeps_, stats.substep = sub_dt_;
        stats.iterations = static_cast<float>(iterations_);
        measure_bodies(bodies_.view(), stats);
        return stats;
    }

    Outcome add_body(const BodyDef& def) override { return bodies_.add_body(def, offset_); }
    void set_drawn_bodies(std::span<const BodyDef> defs) override { bodies_.set_drawn(defs, offset_); }
    void set_grabs(std::span<const Grab> grabs) override { bodies_.set_grabs(grabs); }
    Outcome set_user_emitters(std::span<const Emitter> emitters) override { return fluid_.set_user_emitters(emitters); }
    void set_user_drains(std::span<const Drain> drains) override { fluid_.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override {
        fluid_.drain(offset);
        return true;
    }

    const Profile& profile() const override { return profile_; }

private:
    // The prediction-correction loop. Every pass over the pairs ends in what the next one needs: the forces in the
    // predicted positions, the predicted densities in the corrected pressures.
    void correct_pressure(float dt) {
        auto chebyshev = Chebyshev::of_stiffness<D>(pressure_per_compression_ / delta(dt), iterations_);
        for (int iteration = 0; iteration < iterations_; ++iteration) {
            if (iteration > 0) chebyshev.advance();
            predict_density_and_update_pressure(dt, chebyshev, iteration == 0);
            compute_pressure_force(dt);
        }
    }

    // Of all particles but spray, relative to the container, m/s.
    float max_speed() const {
        return sph::max_speed(fluid_.particles, container_.velocity,
                              [&](int i) { return density_[i] > spray_ratio * def_.rest_density; });
    }

    int substeps_for(float dt, std::span<const PointerForce> pointer_forces, float mean_pressure, float impact) {
        const float gravity = sph::gravity_speed_gain(fluid_.domain.gravity, 1);
        // Signal speed of Monaghan's viscosity, instead of the speed of sound: that of a fall from the height of the
        // fluid.
        signal_speed_ = __builtin_sqrtf(2 * gravity * drop_height_);
        const float by_viscosity = sph::substeps_by_viscosity(dt, def_.viscosity, fluid_.h);
        const auto choose_form = [&](float others) {
            implicit_ = by_viscosity > sph::implicit_gain * others;
            if (implicit_ && volume_.size() < fluid_.capacity) volume_.assign(fluid_.capacity, volume_at_rest_);
        };
        if (def_.substeps > 0) {
            choose_form(static_cast<float>(def_.substeps));
            return def_.substeps;
        }
        // The fluid in front of a body must not be driven further than the forces of one sub-step can move it.
        const float by_bodies =
            bodies_.substeps(dt, pcisph::max_displacement * fluid_.h, fluid_.domain.gravity, container_.velocity);
        pcisph::FlowBounds flow{.h = fluid_.h,
                                .max_speed = std::max(max_speed(), fluid_.max_emitter_speed()),
                                .gravity = gravity,
                                .signal_speed = signal_speed_,
                                .mean_pressure = mean_pressure,
                                .impact = impact,
                                .by_bodies = by_bodies};
        const float by_others = pcisph::substeps_without_viscosity(dt, def_, flow, pointer_forces);
        choose_form(by_others);
        flow.implicit_viscosity = implicit_;
        const int needed =
            sph::whole_substeps(implicit_ ? pcisph::substeps_without_viscosity(dt, def_, flow, pointer_forces)
                                          : std::max(by_others, by_viscosity));
        return pcisph::steady_substeps(needed, substeps_);
    }

    void sort() {
        const auto scope = profile_.scope("sort");
        fluid_.sort(false, offset_old_, fluid_.h * pcisph::search_margin, jobs_);
    }

    // dt^2 F / m for a sum of slopes.
    float displacement_scale(float dt) const {
        return Wendland<D>(fluid_.h).slope_scale * volume_at_rest_ / def_.rest_density * dt * dt;
    }
    // dt^2 / m
    float displacement_per_force(float dt) const { return dt * dt / (def_.rest_density * volume_at_rest_); }
    float delta(float dt) const { return prototype_.delta(def_.rest_density, dt); }

    // Before the forces of a sub-step, for the velocities that they will give: those of the last sub-step, which in
    // slow flow are the same, stand in for them. Without them all that creeps or sinks would be too fast by what the
    // forces of a sub-step add, and a body beside the fluid would tremble.
    void apply_implicit_viscosity(float dt) {
        const auto scope = profile_.scope("viscosity");
        const float rho = def_.rest_density, two_mu = 2 * rho * def_.viscosity;
        const auto velocity = [&](int i, float(&u)[D]) {
            for (int d = 0; d < D; ++d) u[d] = fluid_.particles.v[d][i] - container_.velocity[d];
        };
        look_ahead(dt);
        typename pcisph::PredictedBodies<D>::BodyViscosity* bodies = nullptr;
        if (!bodies_.empty()) {
            bodies_.begin(fluid_.particles, pressure_, rho, two_mu, 0, fluid_.domain.gravity, fluid_.neighbours, jobs_);
            bodies = bodies_.begin_viscosity(fluid_.neighbours, container_.velocity, dt, jobs_);
        }
        const auto drag_of = [&](int i) {
            sph::BoundaryDrag<D> drag;
            if (bodies) drag.rate = bodies->rate(i);
            if (def_.no_slip > 0)
                drag.set_wall(fluid_.wall_terms(i, offset_old_), def_.no_slip * volume_at_rest_ * two_mu);
            return drag;
        };
        const sph::GhostPairLoop<D> loop{fluid_.particles, fluid_.domain.walls, offset_old_,    true,
                                         fluid_.h,         fluid_.neighbours,   fluid_.scratch, jobs_};
        viscosity_.solve(
            {.p = fluid_.particles, .volume = volume_.data(), .mass = rho * volume_at_rest_, .two_mu = two_mu}, dt,
            fluid_.capacity, loop, bodies || def_.no_slip > 0, velocity, drag_of, bodies);
        viscosity_.add_change(fluid_.particles, jobs_);
        bodies_.end_viscosity(bodies);
        look_ahead(-dt);
    }

    // Changes the velocities by what the forces of the last sub-step do in dt.
    void look_ahead(float dt) {
        const float scale = last_dt_ > 0 ? dt / (last_dt_ * last_dt_) : 0;
        pcisph::add_displacement_to_velocity(fluid_, displacement_, scale, jobs_);
        if (!bodies_.empty()) bodies_.look_ahead(dt, fluid_.domain.gravity);
    }

    // Gravity and explicit viscosity; the density at the present positions; the first prediction.
    void compute_forces(float dt) {
        const auto scope = profile_.scope("forces");
        const float rho = def_.rest_density, two_mu = implicit_ ? 0 : 2 * rho * def_.viscosity;
        const float h2 = fluid_.h * fluid_.h, limit = 0.2f * rho * h2 / dt;  // what is stable with this sub-step
        const float artificial = std::min(rho * def_.artificial_viscosity * signal_speed_ * fluid_.h, limit);
        const ForceInteraction<D> interaction{.x = fluid_.particles.x[0].data(),
                                              .y = fluid_.particles.x[1].data(),
                                              .z = fluid_.particles.x[D - 1].data(),
                                              .vx = fluid_.particles.v[0].data(),
                                              .vy = fluid_.particles.v[1].data(),
                                              .vz = fluid_.particles.v[D - 1].data(),
                                              .inv_h = 1 / fluid_.h,
                                              .eta2 = 0.01f * h2,
                                              .two_mu = two_mu,
                                              .artificial = artificial,
                                              .quadratic = rho * pcisph::quadratic_viscosity * h2,
                                              .artificial_limit = limit};
        const float scale = displacement_scale(dt);
        const Float4 self = Wendland<D>::w(Float4{});
        const float inv_rest = Wendland<D>(fluid_.h).scale * volume_at_rest_;
        const float wall_drag = dt * dt / rho * def_.no_slip * (two_mu + artificial / 8);
        const auto ghosts = this->ghosts();
        if (!bodies_.empty())
            bodies_.begin(fluid_.particles, pressure_, rho, two_mu, artificial, fluid_.domain.gravity,
                          fluid_.neighbours, jobs_);
        fluid_.for_pairs(interaction, force_sums_, jobs_, [&](int begin, int end) {
            ghosts.for_each_near_walls(fluid_.particles.x, begin, end, [&](int i) {
                ghosts.add_ghost_sums(interaction, i, force_sums_, [&](auto& ghost, const MirrorWall<D>& mirror) {
                    ghosts.reflect_velocity(ghost, mirror, i, container_.velocity);
                });
            });
            for (int i = begin; i < end; i += lanes)
                store(&fluid_.particles.density_ratio[i], (load(force_sums_.result(D) + i) + self) * inv_rest);
            for (int i = begin; i < end && !bodies_.empty(); ++i)
                fluid_.particles.density_ratio[i] += bodies_.volume_fraction(i);
            for (int i = begin; i < end; i += lanes) {
                store(&density_[i], rho * load(&fluid_.particles.density_ratio[i]));
                store(&pressure_[i], Float4{}), store(&pressure_delta_[i], Float4{});
                for (int d = 0; d < D; ++d)
                    store(&displacement_[d][i],
                          load(force_sums_.result(d) + i) * scale + fluid_.domain.gravity[d] * dt * dt);
            }
            for (int i = begin; i < end && !bodies_.empty(); ++i)
                bodies_.add_force(i, displacement_per_force(dt), true, displacement_);
            for (int i = begin; i < end && wall_drag > 0; ++i) add_wall_friction(i, wall_drag);
            predict_position(begin, end, dt);
        });
        predict_bodies(dt);
        for (SimdArray<float>& a : predicted_x_) a.pad_with(far_away);
    }

    void add_wall_friction(int i, float drag) {
        const BoundaryTerms<D> wall = fluid_.wall_terms(i, offset_old_);
        float v[D], out = 0;
        for (int d = 0; d < D; ++d)
            v[d] = fluid_.particles.v[d][i] - container_.velocity[d], out += v[d] * wall.normal[d];
        for (int d = 0; d < D; ++d) displacement_[d][i] += drag * wall.laplacian[d] * (v[d] - out * wall.normal[d]);
    }

    pcisph::GhostPairs<D> ghosts_at(glm::vec3 offset) const {
        return {fluid_.domain.walls, offset, fluid_.h, fluid_.neighbours, fluid_.particles};
    }
    pcisph::GhostPairs<D> ghosts() const { return ghosts_at(offset_old_); }

    // Bodies move with the forces of the present pressures.
    void predict_bodies(float dt) {
        if (!bodies_.empty()) bodies_.predict(fluid_.neighbours, dt, offset_old_, container_.velocity, jobs_);
    }

    void predict_position(int begin, int end, float dt) {
        // Gravity alone moves what an inlet holds.
        for (auto slot = std::lower_bound(held_.begin(), held_.end(), begin); slot != held_.end() && *slot < end;
             ++slot)
            for (int d = 0; d < D; ++d) displacement_[d][*slot] = fluid_.domain.gravity[d] * dt * dt;
        pcisph::predict_position(fluid_, displacement_, ghosts(), container_.velocity, dt, begin, end, predicted_x_);
    }

    // The density at the predicted positions, and the correction of each pressure by delta times its error.
    // The density that the corrections aim at lies ahead of that at rest by a part of the change in this sub-step.
    void predict_density_and_update_pressure(float dt, const Chebyshev& now, bool first) {
        const auto scope = profile_.scope("density");
        const float gain = now.gain * delta(dt), momentum = now.momentum;
        const Float4 self = Wendland<D>::w(Float4{});
        const float scale = Wendland<D>(fluid_.h).scale * volume_at_rest_;
        const PredictedDensityInteraction<D> interaction{predicted_x_[0].data(), predicted_x_[1].data(),
                                                         predicted_x_[D - 1].data(), 1 / fluid_.h};
        const float inv_rest_density = 1 / def_.rest_density;
        float* const sums = density_sums_.result(0);
        const auto ghosts = this->ghosts();
        fluid_.for_pairs(interaction, density_sums_, jobs_, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) store(sums + i, load(sums + i) + self);
            ghosts.for_each_near_walls(predicted_x_, begin, end, [&](int i) {
                ghosts.add_predicted_density(interaction, predicted_x_, i, sums);
            });
            for (int i = begin; i < end; i += lanes) store(&fluid_.particles.density_ratio[i], load(sums + i) * scale);
            for (int i = begin; i < end && !bodies_.empty(); ++i)
                fluid_.particles.density_ratio[i] += bodies_.predicted_volume_fraction(predicted_x_, i);
            for (int i = begin; i < end; i += lanes) {
                const Float4 predicted = load(&fluid_.particles.density_ratio[i]), pressure_old = load(&pressure_[i]);
                if (first)
                    store(&target_ratio_[i], 1.0f + centring * (predicted - load(&density_[i]) * inv_rest_density));
                const Float4 error = min(predicted - load(&target_ratio_[i]), splat(max_density_error));
                const Float4 pressure =
                    max(pressure_old + (momentum * load(&pressure_delta_[i]) + gain * error), splat(0.0f));
                store(&pressure_[i], pressure), store(&pressure_delta_[i], pressure - pressure_old);
            }
        });
    }

    // Adds the forces of the last pressure change, and predicts the positions again.
    void compute_pressure_force(float dt) {
        const auto scope = profile_.scope("pressure");
        const float scale = displacement_scale(dt);
        const PressureInteraction<D> interaction{fluid_.particles.x[0].data(), fluid_.particles.x[1].data(),
                                                 fluid_.particles.x[D - 1].data(), pressure_delta_.data(),
                                                 1 / fluid_.h};
        const auto ghosts = this->ghosts();
        fluid_.for_pairs(interaction, pressure_sums_, jobs_, [&](int begin, int end) {
            ghosts.for_each_near_walls(fluid_.particles.x, begin, end, [&](int i) {
                ghosts.add_ghost_sums(interaction, i, pressure_sums_, [](auto&, const auto&) {});
            });
            for (int i = begin; i < end; i += lanes)
                for (int d = 0; d < D; ++d)
                    store(&displacement_[d][i],
                          load(&displacement_[d][i]) + load(pressure_sums_.result(d) + i) * scale);
            for (int i = begin; i < end && !bodies_.empty(); ++i)
                bodies_.add_force(i, displacement_per_force(dt), false, displacement_);
            predict_position(begin, end, dt);
        });
        predict_bodies(dt);
        for (SimdArray<float>& a : predicted_x_) a.pad_with(far_away);
    }

    void integrate(float dt) {
        const auto scope = profile_.scope("move");
        pcisph::integrate(fluid_, displacement_, ghosts_at(offset_), container_, dt, jobs_);
        if (!bodies_.empty()) {
            bodies_.commit_prediction(fluid_.particles, offset_, def_.rest_density * volume_at_rest_, jobs_);
            fluid_.return_inside(container_, offset_, jobs_);
        }
        fluid_.particles.pad();
        last_dt_ = dt;
    }

    static constexpr float centring = 0.5f;            // 0: pressures at the end of a sub-step, 1: at its start
    static constexpr float spray_ratio = 0.6f;         // density ratio below which speed does not shorten sub-steps
    static constexpr float max_density_error = 0.05f;  // overlapping particles: bound of what one sub-step corrects

    PcisphDef def_;
    Jobs& jobs_;
    sph::Fluid<D> fluid_;
    pcisph::Prototype<D> prototype_{fluid_.spacing, fluid_.h};
    const float volume_at_rest_ = prototype_.volume;  // of a particle, m^D
    float drop_height_ = 1;                           // height of the fluid, m
    pcisph::ImpactPressure impact_pressure_;
    pcisph::Stiffness stiffness_;
    float signal_speed_ = 0;             // of a fall from that height, m/s
    int substeps_ = 1, iterations_ = 0;  // of the last step; iterations of each of its sub-steps
    float sub_dt_ = 0;                   // s
    float last_dt_ = 0;                  // of the last sub-step, s
    bool implicit_ = false;              // viscosity in this step
    sph::ImplicitViscosity<D, Wendland<D>, CubicSpline<D>> viscosity_{fluid_.h};
    SimdArray<float> volume_;             // of each particle, m^D, for implicit viscosity
    float pressure_per_compression_ = 0;  // Pa
    Motion container_;
    glm::vec3 offset_old_{0, 0, 0};     // of the container at the start of the sub-step, m
    glm::vec3 offset_{0, 0, 0};         // and at its end
    SimdArray<float> density_;          // kg/m^D
    SimdArray<float> pressure_;         // Pa
    SimdArray<float> target_ratio_;     // density ratio that the corrections aim at
    SimdArray<float> pressure_delta_;   // by the last correction, Pa
    SimdArray<float> predicted_x_[D];   // m
    SimdArray<float> displacement_[D];  // dt^2 F / m by all forces, m
    std::span<const int> held_;         // slots of the particles in inlet zones
    sph::Sums<1> density_sums_;         // W
    sph::Sums<D> pressure_sums_;        // forces by a change of the pressures
    sph::Sums<D + 1> force_sums_;       // forces, and W
    pcisph::PredictedBodies<D> bodies_;
    mutable Profile profile_;
};

}  // namespace

template <int D>
std::unique_ptr<Solver> make_pcisph(const PcisphDef& def, const Domain& domain, const InitialParticles& start,
                                    Jobs& jobs) {
    return std::make_unique<Pcisph<D>>(def, domain, start, jobs);
}
template std::unique_ptr<Solver> make_pcisph<2>(const PcisphDef&, const Domain&, const InitialParticles&, Jobs&);
template std::unique_ptr<Solver> make_pcisph<3>(const PcisphDef&, const Domain&, const InitialParticles&, Jobs&);

}  // namespace slosh
