#include "solvers/pcisph/pcisph.h"

#include "analysis/stats.h"
#include "base/check.h"
#include "solver/solver.h"
#include "solvers/pcisph/ghost_pairs.h"
#include "solvers/pcisph/interactions.h"
#include "solvers/pcisph/predicted_bodies.h"
#include "sph/boundary_terms.h"
#include "sph/fluid.h"
#include "sph/pointer_forces.h"
#include "sph/smoothing_kernels.h"
#include "sph/time_step.h"

namespace slosh {

namespace {

using pcisph::Chebyshev;
using pcisph::ForceInteraction;
using pcisph::PredictedDensityInteraction;
using pcisph::PressureInteraction;
using pcisph::RedistributionInteraction;
using sph::cheap_block;

template <int D>
class Pcisph final : public SolverFor<PcisphDef> {
public:
    [[gnu::cold]] Pcisph(const PcisphDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : def_(def), jobs_(jobs), fluid_(domain, start, {def.particles, def.budget.max_particles, def.smoothing}) {
        const int capacity = fluid_.capacity;
        const pcisph::Prototype<D> inside_a_lattice(fluid_.spacing, fluid_.h);
        volume_at_rest_ = inside_a_lattice.volume, gradients_squared_ = inside_a_lattice.gradients_squared;
        fluid_.set_particle_volume(volume_at_rest_);
        fluid_.add(density_, sph::Carry::until_sort, def.rest_density);
        fluid_.add(pressure_, sph::Carry::always);
        for (SimdArray<float>* column : {&warm_, &allowed_, &change_, &excess_})
            fluid_.add(*column, sph::Carry::recomputed);
        for (SimdArray<float>(*columns)[D] : {&predicted_, &push_, &spread_})
            fluid_.add(*columns, sph::Carry::recomputed);
        excess_of_block_.resize(static_cast<size_t>((capacity + cheap_block - 1) / cheap_block));
        density_sums_.resize(capacity);
        force_sums_.resize(capacity);
        pressure_sums_.resize(capacity);
        spread_sums_.resize(capacity);
        bodies_ = pcisph::PredictedBodies<D>(domain, fluid_.spacing, fluid_.h, volume_at_rest_, capacity);
        fluid_.reserve_search([&] { sort(); });
        fluid_.reserve_scratch(sizeof(typename ForceInteraction<D>::Particle) / sizeof(Float4), 2 * D);
        for (int i = 0; i < fluid_.particles.count; ++i)
            pressure_[i] = def.rest_density * pcisph::column_above<D>(domain, fluid_.particles.at(i).value);
        fall_ = std::max(pcisph::height_of<D>(domain), fluid_.h);
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        container_ = container;
        fluid_.drain(container.offset);
        substeps_ = substeps_for(dt, pointer_forces);
        iterations_ = 0;
        const float sub_dt = sub_dt_ = dt / static_cast<float>(substeps_);
        for (int s = 1; s <= substeps_; ++s) {
            was_at_ = container.offset + container.velocity * (sub_dt * static_cast<float>(s - 1));
            offset_ = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            fluid_.emit(sub_dt, container, was_at_, bodies_.view(), def_.budget.when_full == WhenFull::recycle);
            {
                const auto scope = profile_.scope("sort");
                sort();
            }
            sph::apply_pointer_forces(fluid_.particles, pointer_forces, sub_dt, jobs_);
            find_forces(sub_dt);
            Chebyshev next(lowest, highest);
            for (int done = 1;; ++done) {
                find_predicted_density(sub_dt, next);
                if (is_enough(done)) {
                    iterations_ += done;
                    break;
                }
                next.advance();
                correct_forces(sub_dt, done == 1);
            }
            take_prediction(sub_dt);
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
        stats.iterations = static_cast<float>(iterations_) / static_cast<float>(substeps_);
        measure_bodies(bodies_.view(), stats);
        return stats;
    }

    Outcome add_body(const BodyDef& def) override { return bodies_.add_body(def, offset_); }
    void set_grabs(std::span<const Grab> grabs) override { bodies_.set_grabs(grabs); }
    Outcome set_user_emitters(std::span<const Emitter> emitters) override { return fluid_.set_user_emitters(emitters); }

    const Profile& profile() const override { return profile_; }

private:
    // The error asked for is met, or corrections no longer help: where they do not, the next sub-step may.
    bool is_enough(int done) {
        const float before = mean_excess_;
        mean_excess_ = pcisph::mean_excess(fluid_.particles.density_ratio, excess_of_block_, jobs_);
        if (done >= def_.max_iterations) return begun_ = true;
        if (!begun_) return false;  // the first pressures are found thoroughly
        return done >= def_.min_iterations &&
               (mean_excess_ * 100 <= def_.density_error || (done >= patience && mean_excess_ > stalled * before));
    }

    // The fastest of the particles, as the container sees them.
    float fastest() const {
        return sph::max_speed(fluid_.particles, container_.velocity,
                              [&](int i) { return density_[i] > spray * def_.rest_density; });
    }

    // dt <= cfl h / |v|max, dt <= 0.1 sqrt(h / a), what the viscosity bears, and what the pressure does: particles in
    // their places are as stiff as it is, and forces act where they were, dt^2 p / (rho h^2) <= 0.16.
    int substeps_for(float dt, std::span<const PointerForce> pointer_forces) {
        float a = sph::gravity_speed_gain(fluid_.domain.gravity, 1);
        // Monaghan's viscosity wants a speed of signals: that of a fall from the fluid's own size.
        signal_ = __builtin_sqrtf(2 * a * fall_);
        if (def_.substeps > 0) return def_.substeps;
        const float by_speed = dt * (std::max(fastest(), fluid_.max_emitter_speed()) + a * dt) / (def_.cfl * fluid_.h);
        // What a body drives before it must not go further than a push can take it.
        const float by_bodies = bodies_.substeps(dt, max_push * fluid_.h, fluid_.domain.gravity, container_.velocity);
        for (const PointerForce& stir : pointer_forces) a += stir.kind == PointerForce::repel ? stir.limit : 0;
        const float by_force = dt / 0.1f * __builtin_sqrtf(a / fluid_.h);
        // As a column's that has the mean pressure there is: what there is after a blow does not last.
        const float floor = std::min(2 * pcisph::mean(pressure_) / def_.rest_density, 2 * signal_ * signal_);
        const float by_pressure = dt / (0.4f * fluid_.h) * __builtin_sqrtf(floor);
        const float by_drag = dt * def_.viscosity / (0.04f * fluid_.h * fluid_.h);
        return sph::whole_substeps(std::max({by_speed, by_bodies, by_force, by_pressure, by_drag}));
    }

    void sort() { fluid_.sort(false, was_at_, fluid_.h * reach, jobs_); }

    // dt^2 F / m for a sum of slopes.
    float push_scale(float dt) const {
        return Wendland<D>(fluid_.h).slope_scale * volume_at_rest_ / def_.rest_density * dt * dt;
    }
    // dt^2 / m
    float per_force(float dt) const { return dt * dt / (def_.rest_density * volume_at_rest_); }
    float delta(float dt) const {
        return def_.rest_density / (2 * dt * dt * volume_at_rest_ * volume_at_rest_ * gradients_squared_);
    }

    // Gravity, viscosity, and the pressures of the last sub-step; and the density where the particles are.
    void find_forces(float dt) {
        const auto scope = profile_.scope("forces");
        const float rho = def_.rest_density, drag = 2 * rho * def_.viscosity;
        // No more of it than the sub-step bears.
        const float artificial =
            rho * std::min(def_.artificial_viscosity * signal_ * fluid_.h, 0.2f * fluid_.h * fluid_.h / dt);
        const ForceInteraction<D> interaction{fluid_.particles.x[0].data(),
                                              fluid_.particles.x[1].data(),
                                              fluid_.particles.x[D - 1].data(),
                                              fluid_.particles.v[0].data(),
                                              fluid_.particles.v[1].data(),
                                              fluid_.particles.v[D - 1].data(),
                                              pressure_.data(),
                                              1 / fluid_.h,
                                              0.01f * fluid_.h * fluid_.h,
                                              drag,
                                              artificial};
        const float scale = push_scale(dt), share = spread_share * delta(dt);
        const Float4 self = Wendland<D>::w(Float4{});
        const float inv_rest = Wendland<D>(fluid_.h).scale * volume_at_rest_;
        // An excess that is there already is only spread, unless it is too large.
        const float tolerated = 0.01f * def_.density_error;
        const float kept = mean_excess_ > tolerated ? tolerated / mean_excess_ : 1;
        going_on_ = spread_speed * std::min(mean_excess_ / tolerated, 1.0f);
        const float no_slip = dt * dt / rho * def_.no_slip * (drag + artificial / 8);
        const auto ghosts = this->ghosts();
        if (!bodies_.empty())
            bodies_.begin(fluid_.particles, pressure_, excess_, rho, drag, artificial, fluid_.domain.gravity);
        sph::for_pairs<D>(
            fluid_.neighbours, fluid_.scratch, interaction, force_sums_, fluid_.particles, jobs_,
            [&](int begin, int end) {
                ghosts.for_each_near_walls(fluid_.particles.x, begin, end, [&](int i) {
                    ghosts.add_ghost_sums(interaction, i, force_sums_, [&](auto& ghost, const MirrorWall<D>& mirror) {
                        float v[D];
                        for (int d = 0; d < D; ++d) v[d] = fluid_.particles.v[d][i] - container_.velocity[d];
                        mirror.reflect(v);
                        ghost.vx = splat(v[0] + container_.velocity[0]),
                        ghost.vy = splat(v[1] + container_.velocity[1]);
                        if constexpr (D == 3) ghost.vz = splat(v[2] + container_.velocity[2]);
                    });
                });
                for (int i = begin; i < end; i += lanes)
                    store(&fluid_.particles.density_ratio[i], (load(force_sums_.result(D) + i) + self) * inv_rest);
                for (int i = begin; i < end && !bodies_.empty(); ++i)
                    fluid_.particles.density_ratio[i] += bodies_.volume_fraction(i);
                for (int i = begin; i < end; i += lanes) {
                    const Float4 density_ratio = load(&fluid_.particles.density_ratio[i]),
                                 pressure = load(&pressure_[i]), none = splat(0.0f);
                    store(&density_[i], rho * density_ratio);
                    const Float4 filling =
                        select(pressure > 0.0f, density_ratio + fill_up * (1.0f - density_ratio), splat(1.0f));
                    store(&allowed_[i], select(density_ratio > 1.0f, 1.0f + kept * (density_ratio - 1.0f), filling));
                    store(&excess_[i], share * min(max(density_ratio - 1.0f, none), splat(max_excess)));
                    store(&change_[i], none), store(&warm_[i], pressure);
                    for (int d = 0; d < D; ++d) {
                        store(&push_[d][i],
                              load(force_sums_.result(d) + i) * scale + fluid_.domain.gravity[d] * dt * dt);
                        store(&spread_[d][i], none);
                    }
                }
                for (int i = begin; i < end && !bodies_.empty(); ++i) bodies_.add_force(i, per_force(dt), true, push_);
                for (int i = begin; i < end && no_slip > 0; ++i) hold_back(i, no_slip);
                predict(begin, end, dt);
            });
        predict_bodies(dt);
        for (SimdArray<float>& a : predicted_) a.pad_with(far_away);
    }

    void hold_back(int i, float drag) {
        const BoundaryTerms<D> wall = fluid_.wall_terms(i, was_at_);
        float v[D], out = 0;
        for (int d = 0; d < D; ++d)
            v[d] = fluid_.particles.v[d][i] - container_.velocity[d], out += v[d] * wall.normal[d];
        for (int d = 0; d < D; ++d) push_[d][i] += drag * wall.laplacian[d] * (v[d] - out * wall.normal[d]);
    }

    pcisph::GhostPairs<D> ghosts_at(glm::vec3 offset) const {
        return {fluid_.domain.walls, offset, fluid_.h, fluid_.neighbours, fluid_.particles};
    }
    pcisph::GhostPairs<D> ghosts() const { return ghosts_at(was_at_); }

    // The bodies go ahead, as the pressures now push them.
    void predict_bodies(float dt) {
        if (!bodies_.empty()) bodies_.predict(fluid_.neighbours, going_on_, dt, was_at_, container_.velocity, jobs_);
    }

    // The shares of four pushes that are within a bound in h: after a blow pressures may be anything.
    Float4 bounded_shares(int i) const {
        Float4 r2{};
        for (int d = 0; d < D; ++d) r2 += load(&push_[d][i]) * load(&push_[d][i]);
        const float bound = max_push * fluid_.h;
        return select(r2 > bound * bound, bound / sqrt(r2), splat(1.0f));
    }

    // x* = x + v dt + push, as the container sees it: its walls stay where they were, and mirror what crosses them.
    void predict(int begin, int end, float dt) {
        for (int i = begin; i < end; i += lanes) {
            const Float4 share = bounded_shares(i);
            for (int d = 0; d < D; ++d) {
                const Float4 way = (load(&fluid_.particles.v[d][i]) - container_.velocity[d]) * dt;
                store(&predicted_[d][i], load(&fluid_.particles.x[d][i]) + way + load(&push_[d][i]) * share);
            }
        }
        ghosts().for_each_near_walls(predicted_, begin, end, [&](int i) {
            float x[D], v[D] = {};
            for (int d = 0; d < D; ++d) x[d] = predicted_[d][i];
            reflect_inside<D>(fluid_.domain.walls, {}, was_at_, 0, x, v);
            for (int d = 0; d < D; ++d) predicted_[d][i] = x[d];
        });
    }

    // The density at the predicted positions, and how much each pressure changes for it.
    void find_predicted_density(float dt, const Chebyshev& now) {
        const auto scope = profile_.scope("density");
        const float gain = now.gain * delta(dt), momentum = now.momentum;
        const Float4 self = Wendland<D>::w(Float4{});
        const float scale = Wendland<D>(fluid_.h).scale * volume_at_rest_;
        const PredictedDensityInteraction<D> interaction{predicted_[0].data(), predicted_[1].data(),
                                                         predicted_[D - 1].data(), 1 / fluid_.h};
        float* const sums = density_sums_.result(0);
        const auto ghosts = this->ghosts();
        sph::for_pairs<D>(fluid_.neighbours, fluid_.scratch, interaction, density_sums_, fluid_.particles, jobs_,
                          [&](int begin, int end) {
                              for (int i = begin; i < end; i += lanes) store(sums + i, load(sums + i) + self);
                              ghosts.for_each_near_walls(predicted_, begin, end, [&](int i) {
                                  ghosts.add_predicted_density(interaction, predicted_, i, sums);
                              });
                              for (int i = begin; i < end; i += lanes)
                                  store(&fluid_.particles.density_ratio[i], load(sums + i) * scale);
                              for (int i = begin; i < end && !bodies_.empty(); ++i)
                                  fluid_.particles.density_ratio[i] += bodies_.predicted_volume_fraction(predicted_, i);
                              for (int i = begin; i < end; i += lanes) {
                                  const Float4 was = load(&pressure_[i]);
                                  const Float4 error = min(
                                      load(&fluid_.particles.density_ratio[i]) - load(&allowed_[i]), splat(max_excess));
                                  const Float4 pressure =
                                      max(was + (momentum * load(&change_[i]) + gain * error), splat(0.0f));
                                  store(&pressure_[i], pressure), store(&change_[i], pressure - was);
                              }
                          });
    }

    // What the last change of the pressures adds to the forces; the first time, also how the excess spreads.
    void correct_forces(float dt, bool first) {
        const auto scope = profile_.scope("pressure");
        const float *x = fluid_.particles.x[0].data(), *y = fluid_.particles.x[1].data(),
                    *z = fluid_.particles.x[D - 1].data();
        if (first)
            correct_by(RedistributionInteraction<D>{x, y, z, change_.data(), excess_.data(), 1 / fluid_.h},
                       spread_sums_, dt);
        else correct_by(PressureInteraction<D>{x, y, z, change_.data(), 1 / fluid_.h}, pressure_sums_, dt);
        predict_bodies(dt);
        for (SimdArray<float>& a : predicted_) a.pad_with(far_away);
    }

    template <PairInteraction Interaction>
    void correct_by(const Interaction& interaction, sph::Sums<Interaction::sums>& found, float dt) {
        const float scale = push_scale(dt);
        const auto ghosts = this->ghosts();
        sph::for_pairs<D>(fluid_.neighbours, fluid_.scratch, interaction, found, fluid_.particles, jobs_,
                          [&](int begin, int end) {
                              ghosts.for_each_near_walls(fluid_.particles.x, begin, end, [&](int i) {
                                  ghosts.add_ghost_sums(interaction, i, found, [](auto&, const auto&) {});
                              });
                              for (int i = begin; i < end; i += lanes)
                                  for (int d = 0; d < D; ++d) {
                                      store(&push_[d][i], load(&push_[d][i]) + load(found.result(d) + i) * scale);
                                      if constexpr (Interaction::sums > D)
                                          store(&spread_[d][i], load(found.result(D + d) + i) * scale);
                                  }
                              for (int i = begin; i < end && !bodies_.empty(); ++i) {
                                  bodies_.add_force(i, per_force(dt), false, push_);
                                  if (Interaction::sums > D) bodies_.add_redistribution(i, per_force(dt), spread_);
                              }
                              predict(begin, end, dt);
                          });
    }

    // What the next sub-step begins with. After a blow pressures may be anything: what falls, does so with a delay only
    // inside the fluid, and from no more than its own weight gives.
    Float4 kept_pressures(int i) const {
        const Float4 before = load(&warm_[i]), now = load(&pressure_[i]), kept = before + kept_change * (now - before);
        const Float4 fallen = max(now, min(kept, splat(def_.rest_density * signal_ * signal_)));
        return select(now >= before, kept, select(load(&fluid_.particles.density_ratio[i]) < inside, now, fallen));
    }

    void take_prediction(float dt) {
        const auto scope = profile_.scope("move");
        const float inv_dt = 1 / dt;
        jobs_.for_range(fluid_.particles.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) {
                const Float4 share = bounded_shares(i);
                store(&pressure_[i], kept_pressures(i));
                for (int d = 0; d < D; ++d) {
                    const Float4 spread = load(&spread_[d][i]);
                    const Float4 v = load(&fluid_.particles.v[d][i]) + load(&push_[d][i]) * share * inv_dt;
                    store(&fluid_.particles.x[d][i], load(&fluid_.particles.x[d][i]) + v * dt + spread);
                    store(&fluid_.particles.v[d][i], v + going_on_ * spread * inv_dt);
                }
            }
            ghosts_at(offset_).for_each_near_walls(fluid_.particles.x, begin, end, [&](int i) {
                float x[D], v[D];
                for (int d = 0; d < D; ++d) x[d] = fluid_.particles.x[d][i], v[d] = fluid_.particles.v[d][i];
                const float inset = fluid_.wall_inset(i);
                reflect_inside<D>(fluid_.domain.walls, container_, offset_, inset, x, v);
                for (int d = 0; d < D; ++d) fluid_.particles.x[d][i] = x[d], fluid_.particles.v[d][i] = v[d];
            });
        });
        if (!bodies_.empty())
            bodies_.commit_prediction(fluid_.particles, offset_, def_.rest_density * volume_at_rest_, jobs_);
        fluid_.particles.pad();
    }

    // Chebyshev's iteration over eigenvalues between these two, in units of delta's. A highest one that is too low
    // feeds what is as short as the spacing, and then a tank never comes to rest.
    static constexpr float lowest = D == 2 ? 0.4f : 0.6f, highest = D == 2 ? 4.0f : 6.0f;
    static constexpr float spread_share = 0.4f;  // of an excess, spread in a sub-step
    static constexpr float spread_speed = 3;     // and how much of the way of that it goes on
    static constexpr float kept_change = 0.6f;   // of a sub-step's change of the pressures, for the next
    static constexpr float inside = 0.85f;       // of rest density
    static constexpr float fill_up = 0.006f;     // of what a particle under pressure lacks, in a sub-step
    static constexpr float stalled = 0.95f;      // of the excess before: corrections that leave more do not help
    static constexpr int patience = 5;           // corrections before that counts: after a blow the first ones do not
    static constexpr float spray = 0.6f;         // of rest density: what is thinner does not shorten the sub-steps
    // Where particles overlap no pressure is enough: what one sub-step tries to undo is bounded.
    static constexpr float max_excess = 0.05f, max_push = 0.2f;  // in rest density, in h
    static constexpr float reach = 1.02f;                        // of the search, in h: predictions stray a little

    PcisphDef def_;
    Jobs& jobs_;
    sph::Fluid<D> fluid_;
    float volume_at_rest_ = 1, gradients_squared_ = 0;
    float fall_ = 1, signal_ = 0;
    int substeps_ = 1, iterations_ = 0;
    float sub_dt_ = 0;
    Motion container_;
    glm::vec3 was_at_{0, 0, 0}, offset_{0, 0, 0};  // the container before and after the present sub-step
    float mean_excess_ = 0, going_on_ = 0;
    bool begun_ = false;
    SimdArray<float> density_, pressure_, warm_, allowed_, excess_,
        change_;                                           // change: of the pressure, at the last look
    SimdArray<float> predicted_[D], push_[D], spread_[D];  // push: dt^2 F / m
    sph::Sums<1> density_sums_;
    sph::Sums<D> pressure_sums_;
    sph::Sums<D + 1> force_sums_;
    sph::Sums<2 * D> spread_sums_;
    std::vector<float> excess_of_block_;
    pcisph::PredictedBodies<D> bodies_;
    mutable Profile profile_;
};

}  // namespace

std::unique_ptr<Solver> make_pcisph(const PcisphDef& def, const Domain& domain, const InitialParticles& start,
                                    Jobs& jobs) {
    CHECK(domain.dimensions == 2 || domain.dimensions == 3, "SPH lives in 2 or 3 dimensions");
    if (domain.dimensions == 2) return std::make_unique<Pcisph<2>>(def, domain, start, jobs);
    return std::make_unique<Pcisph<3>>(def, domain, start, jobs);
}

}  // namespace slosh
