#include "solvers/wcsph/wcsph.h"

#include "analysis/stats.h"
#include "solver/solver.h"
#include "solvers/wcsph/equation_of_state.h"
#include "solvers/wcsph/interactions.h"
#include "solvers/wcsph/particle_shifting.h"
#include "solvers/wcsph/sound_speed.h"
#include "solvers/wcsph/time_integration.h"
#include "solvers/wcsph/time_step.h"
#include "solvers/wcsph/wall_force.h"
#include "sph/adaptive_support_state.h"
#include "sph/body_coupling.h"
#include "sph/boundary_terms.h"
#include "sph/fluid.h"
#include "sph/ghost_pairs.h"
#include "sph/implicit_viscosity.h"
#include "sph/phases.h"
#include "sph/pointer_forces.h"
#include "sph/surface_tension.h"
#include "sph/time_step.h"

namespace slosh {
namespace {

using sph::cheap_block;

template <int D>
class Wcsph final : public SolverFor<WcsphDef> {
    using Kernel = QuarticSpline<D>;
    using BodyViscosity = sph::BodyViscosity<D, Kernel>;

public:
    [[gnu::cold]] Wcsph(const WcsphDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : def_(def),
          jobs_(jobs),
          fluid_(domain, start, {def.particles, def.budget.max_particles, def.smoothing}, kernel_shape<D, Kernel>()),
          bodies_(domain, fluid_.spacing, fluid_.h) {
        fluid_.set_particle_volume(volume_at_rest_);
        for (SimdArray<float>* column : {&volume_, &pressure_volume2_}) fluid_.add(*column, sph::Carry::recomputed);
        for (SimdArray<float>* column : {&density_, &pressure_}) fluid_.add(*column, sph::Carry::until_sort);
        fluid_.add(force_, sph::Carry::until_sort), fluid_.add(shifting_.displacement, sph::Carry::until_sort);
        fluid_.add(shifting_.openness, sph::Carry::always, 1);
        fluid_.add(shifting_.next_openness, sph::Carry::recomputed);
        fluid_.add(viscosity_.change(), sph::Carry::always);
        density_sums_.resize(fluid_.capacity);
        force_sums_.resize(fluid_.capacity);
        if (def.adaptive) {
            const float widest = sph::support_within<D>(domain.walls, max_support_scale * fluid_.h);
            smoothing_.start(fluid_,
                             {.max_scale = widest / fluid_.h, .min_ratio = widen_below, .max_ratio = narrow_above});
            adaptive_sums_.resize(fluid_.capacity);
        }
        fluid_.reserve_search([&] { sort(); });
        fluid_.reserve_scratch(wcsph::ForceInteraction<D, true>::fields, D);
        phases_.capacity = fluid_.capacity;
        for (const uint8_t kind : start.kind) phases_.add(kind);
        for (const Emitter& emitter : domain.emitters) phases_.add(emitter.kind);
        update_sound_speed(0, {}, {});
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        container_ = container;
        offset_ = container.offset;
        drain(container.offset);
        update_sound_speed(dt, pointer_forces, container);
        // The first smoothing lengths follow from those at rest in a few iterations.
        for (int round = forces_valid_ ? 0 : def_.adaptive ? 4 : 1; round > 0; --round) update_forces();
        forces_valid_ = true;
        const bool was_implicit = implicit_;
        substeps_ = substeps_for(dt);
        if (implicit_ != was_implicit) {  // the present forces have the other form
            forces_valid_ = false;
            update_forces();
            forces_valid_ = true;
        }
        const float sub_dt = dt / static_cast<float>(substeps_);
        sub_dt_ = sub_dt;
        const bool leapfrog = def_.integrator == WcsphDef::Integrator::leapfrog;
        for (int s = 1; s <= substeps_; ++s) {
            if (fluid_.emit(sub_dt, container, offset_, bodies_.view(), def_.budget.when_full == WhenFull::recycle))
                fill_kinds();
            sph::apply_pointer_forces(fluid_.particles, pointer_forces, sub_dt, jobs_);
            offset_ = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            if (leapfrog) kick(0.5f * sub_dt);
            fluid_.hold_inlet(0.5f * sub_dt);
            drift(sub_dt);
            if (!leapfrog) kick(sub_dt);
            update_forces();
            if (leapfrog) kick(0.5f * sub_dt);
            if (implicit_) apply_implicit_viscosity(sub_dt);
            if (has_run_away(s, container)) break;
        }
    }

    void set_parameters(const WcsphDef& def, const Domain& domain) override {
        def_ = def;
        fluid_.domain.gravity = domain.gravity;
        retune_kinds();
    }

    ParticleView particles() const override {
        ParticleView p = fluid_.view(density_, pressure_, def_.rest_density);
        p.bodies = bodies_.view();
        if (def_.adaptive) p.smoothing = smoothing_.lengths(), p.neighbours = smoothing_.neighbours();
        for (int k = 0; k < sph::PhaseTable::kinds; ++k) {
            const auto at = static_cast<size_t>(k);
            p.masses[at] = mass_of(k), p.rest_densities[at] = phases_.rest_density[k];
        }
        return p;
    }

    [[gnu::cold]] Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        stats.substeps = substeps_, stats.substep = sub_dt_;
        stats.iterations = implicit_ ? static_cast<float>(viscosity_.iterations()) : 0;
        stats.mean_neighbours = def_.adaptive ? smoothing_.mean_neighbours() : 0;
        measure_bodies(bodies_.view(), stats);
        return stats;
    }

    Outcome add_body(const BodyDef& def) override {
        forces_valid_ = false;
        return bodies_.add_body(def, offset_);
    }
    void set_drawn_bodies(std::span<const BodyDef> defs) override {
        forces_valid_ = false;
        bodies_.set_drawn(defs, offset_);
    }
    void set_grabs(std::span<const Grab> grabs) override { bodies_.set_grabs(grabs); }
    Outcome set_user_emitters(std::span<const Emitter> emitters) override {
        bool changed = false;
        for (const Emitter& emitter : emitters) changed |= phases_.add(emitter.kind);
        if (changed) retune_kinds();
        return fluid_.set_user_emitters(emitters);
    }
    void set_user_drains(std::span<const Drain> drains) override { fluid_.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override {
        fluid_.drain(offset);
        return true;
    }

    const Profile& profile() const override { return profile_; }

private:
    float mass_of(int kind) const { return phases_.rest_density[kind] * volume_at_rest_; }
    float two_mu_of(int kind) const { return 2 * phases_.rest_density[kind] * phases_.viscosity[kind]; }
    int kind_of(int i) const { return phases_.of(fluid_.particles.kind[i]); }
    float sound_speed() const { return def_.sound_speed > 0 ? def_.sound_speed : automatic_sound_speed_.value(); }
    // At the start of a step.
    void update_sound_speed(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) {
        const wcsph::FlowDrive drive{.pointer_forces = pointer_forces,
                                     .container = container,
                                     .emitter_speed = fluid_.max_emitter_speed(),
                                     .capillary_pressure = wcsph::capillary_pressure(def_, fluid_.h),
                                     .resolved = wcsph::max_resolved_sound_speed(def_, dt, fluid_.h)};
        automatic_sound_speed_.update(dt, fluid_.particles, fluid_.domain, drive, volume_at_rest_);
        retune_kinds();
    }
    void retune_kinds() {
        phases_.retune(def_.rest_density, def_.other_density, def_.viscosity, def_.other_viscosity, sound_speed(),
                       def_.interface_tension);
        if (def_.adaptive) phases_.uniform = false;  // one form for all
        fill_kinds();
    }
    void fill_kinds() {
        phases_.fill(fluid_.particles.kind, volume_at_rest_, def_.artificial_viscosity, fluid_.h, jobs_);
    }

    // Where explicit viscosity would need far more sub-steps than the rest, it is implicit and has no limit.
    int substeps_for(float dt) {
        const float fastest =
            std::max({sph::max_speed(fluid_.particles), bodies_.max_speed(), fluid_.max_emitter_speed()});
        const float h = def_.adaptive ? fluid_.h * smoothing_.min_h_scale() : fluid_.h;
        const float by_sound =
            wcsph::substeps_by_sound(def_, dt, phases_.max_sound_speed(), fastest, fluid_.domain.gravity, h);
        const float by_viscosity = wcsph::substeps_by_viscosity(def_, dt, phases_.max_viscosity(), h);
        const float artificial = wcsph::limiting_artificial_viscosity(def_, phases_.max_sound_speed(), h);
        const float by_artificial = wcsph::substeps_by_viscosity(def_, dt, artificial, h);
        const float by_tension = tension_.substeps(def_.surface_tension, phases_.min_rest_density(), dt);
        const float by_others = def_.substeps > 0
                                    ? static_cast<float>(def_.substeps)
                                    : std::max(wcsph::substeps_by_stiffness(by_sound, by_tension), by_artificial);
        implicit_ = by_viscosity > sph::implicit_gain * by_others;
        if (implicit_ && !phases_.uniform && no_viscosity_.size() < fluid_.capacity)
            no_viscosity_.assign(fluid_.capacity);
        if (def_.substeps > 0) return def_.substeps;
        return sph::whole_substeps(implicit_ ? by_others : std::max(by_others, by_viscosity + by_artificial));
    }

    // At the end of a sub-step, when the forces that will move the particles next are known: the velocity with which
    // they then drift is that of a whole implicit sub-step.
    void apply_implicit_viscosity(float dt) {
        const auto scope = profile_.scope("viscosity");
        sph::ViscousFluid<D> fluid{
            .p = fluid_.particles, .volume = volume_.data(), .mass = mass_of(0), .two_mu = two_mu_of(0)};
        if (!phases_.uniform) fluid.inv_masses = phases_.inv_mass.data(), fluid.two_mus = phases_.two_mu.data();
        const bool leapfrog = def_.integrator == WcsphDef::Integrator::leapfrog;
        const float ahead = leapfrog ? 0.5f * dt : 0;
        const auto velocity = [&](int i, float(&u)[D]) {
            const float inv_mass = phases_.uniform ? 1 / fluid.mass : phases_.inv_mass[i];
            for (int d = 0; d < D; ++d)
                u[d] = fluid_.particles.v[d][i] - container_.velocity[d] +
                       ahead * (force_[d][i] * inv_mass + fluid_.domain.gravity[d]);
        };
        const sph::FluidView<D> view = view_of_fluid(fluid.two_mu, 0);
        bodies_.look_ahead(ahead, fluid_.domain.gravity);
        BodyViscosity* bodies =
            bodies_.begin_viscosity(body_viscosity_, view, fluid_.neighbours, container_.velocity, dt, jobs_);
        const auto drag_of = [&](int i) {
            sph::BoundaryDrag<D> drag;
            if (bodies) drag.rate = bodies->rate(i);
            if (def_.no_slip > 0) add_wall_drag(i, drag);
            return drag;
        };
        viscosity_.solve(fluid, dt, fluid_.capacity, ghost_pairs(), bodies || def_.no_slip > 0, velocity, drag_of,
                         bodies);
        viscosity_.add_change(fluid_.particles, jobs_);
        bodies_.end_viscosity(bodies);
        bodies_.look_ahead(-ahead, fluid_.domain.gravity);
    }
    void add_wall_drag(int i, sph::BoundaryDrag<D>& drag) const {
        const BoundaryTerms<D> wall = wall_terms(i);
        if (wall.gap >= fluid_.h) return;
        drag.set_wall(wall, def_.no_slip * volume_[i] * two_mu_of(kind_of(i)));
    }

    void kick(float dt) {
        const auto scope = profile_.scope("kick");
        wcsph::kick<D>(fluid_.particles, force_, dt / mass_of(0), phases_.uniform ? nullptr : phases_.inv_mass.data(),
                       fluid_.domain.gravity, dt, jobs_);
        bodies_.integrate_velocities(dt, fluid_.domain.gravity);
    }

    void drift(float dt) {
        const auto scope = profile_.scope("drift");
        wcsph::drift<D>(fluid_, def_.shifting > 0 ? shifting_.displacement : nullptr,
                        def_.walls == WcsphDef::WallModel::mirror, container_, offset_, dt, jobs_);
        if (!bodies_.empty()) {
            bodies_.move(dt, offset_ - container_.velocity * dt, container_.velocity, fluid_.particles, jobs_);
            fluid_.return_inside(container_, offset_, jobs_);
        }
        fluid_.particles.pad();
    }

    void update_forces() {
        {
            const auto scope = profile_.scope("sort");
            sort();
            fill_kinds();
        }
        compute_density_and_pressure();
        if (def_.surface_tension > 0) compute_surface_tension();
        if (def_.shifting > 0) compute_shifting();
        compute_pressure_and_viscosity_forces();
    }

    void sort() {
        const bool hash = def_.search == WcsphDef::Search::hash;
        if (def_.adaptive) smoothing_.sort(fluid_, hash, offset_, jobs_);
        else fluid_.sort(hash, offset_, fluid_.h, jobs_);
    }

    void compute_density_and_pressure() {
        const auto scope = profile_.scope("density");
        const float *x = fluid_.particles.x[0].data(), *y = fluid_.particles.x[1].data(),
                    *z = fluid_.particles.x[D - 1].data();
        if (!def_.adaptive) return sum_density(wcsph::DensityInteraction<D>{x, y, z, 1 / fluid_.h}, density_sums_);
        sum_density(wcsph::AdaptiveDensityInteraction<D>{x, y, z, smoothing_.h_scales(), 1 / fluid_.h}, adaptive_sums_);
    }

    template <PairInteraction Interaction>
    void sum_density(const Interaction& interaction, auto& sums_of_pairs) {
        constexpr bool adaptive = Interaction::sums > 1;  // the second sum is the number of neighbours
        const Kernel kernel(fluid_.h);
        const float self = Kernel::w(Float4{})[0];
        const sph::GhostPairLoop<D> loop = ghost_pairs();
        float bulk_rate[sph::PhaseTable::kinds];
        for (int k = 0; k < sph::PhaseTable::kinds; ++k)
            bulk_rate[k] = forces_valid_ ? phases_.acoustic(def_.bulk_viscosity, k, fluid_.h) / sub_dt_ : 0;
        const float min_pressure =
            wcsph::min_pressure_of(def_, phases_.stiffness, tension_.max_tension(def_.surface_tension));
        const auto ghost_of = sph::position_ghosts<D>(interaction);
        const auto finish = [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float sum[Interaction::sums];
                for (int k = 0; k < Interaction::sums; ++k) sum[k] = sums_of_pairs.result(k)[i];
                sum[0] += adaptive ? self * smoothing_.self_weight(i) : self;
                loop.add_curved_wall_ghosts(interaction, i, ghost_of, sum);
                float density_ratio = sum[0] * kernel.scale * volume_at_rest_;
                if (!bodies_.empty()) density_ratio += bodies_.volume_fraction_at(fluid_.particles, i);
                density_[i] = phases_.rest_density[kind_of(i)] * density_ratio;
                const float before = fluid_.particles.density_ratio[i];
                const float bulk_pressure = before > 0 ? (density_ratio - before) * bulk_rate[kind_of(i)] : 0;
                if constexpr (adaptive) smoothing_.update(fluid_.particles, i, density_ratio, sum[1], 1);
                else fluid_.particles.density_ratio[i] = density_ratio;
                const float pressure = wcsph::pressure_of(def_, phases_.stiffness, density_ratio, min_pressure);
                pressure_[i] = max(min_pressure, pressure + bulk_pressure);
                volume_[i] = volume_at_rest_ / density_ratio;
                pressure_volume2_[i] = pressure_[i] * volume_[i] * volume_[i];
            }
        };
        loop.for_pairs(interaction, sums_of_pairs, ghost_of, finish);
    }

    void compute_surface_tension() {
        const auto scope = profile_.scope("tension");
        tension_.find(def_.surface_tension, fluid_.particles, fluid_.capacity, ghost_pairs());
    }

    void compute_shifting() {
        const auto scope = profile_.scope("shift");
        const float distance = def_.shifting * sph::rms_speed(fluid_.particles, container_.velocity) * sub_dt_;
        shifting_.find(distance, fluid_.spacing, fluid_.h, volume_at_rest_, fluid_.capacity, fluid_.particles,
                       ghost_pairs());
    }

    void compute_pressure_and_viscosity_forces() {
        const auto scope = profile_.scope("forces");
        if (def_.adaptive) sum_forces<true, true>();
        else if (phases_.uniform) sum_forces<false, false>();
        else sum_forces<true, false>();
    }

    template <bool mixed, bool adaptive>
    void sum_forces() {
        const Kernel kernel(fluid_.h);
        const float two_mu = implicit_ ? 0 : two_mu_of(0);
        const float artificial = phases_.acoustic(def_.artificial_viscosity, 0, fluid_.h);
        using Interaction = wcsph::ForceInteraction<D, mixed, adaptive>;
        const Interaction interaction{.x = fluid_.particles.x[0].data(),
                                      .y = fluid_.particles.x[1].data(),
                                      .z = fluid_.particles.x[D - 1].data(),
                                      .vx = fluid_.particles.v[0].data(),
                                      .vy = fluid_.particles.v[1].data(),
                                      .vz = fluid_.particles.v[D - 1].data(),
                                      .volume = volume_.data(),
                                      .pressure_volume2 = pressure_volume2_.data(),
                                      .phase_two_mu = implicit_ ? no_viscosity_.data() : phases_.two_mu.data(),
                                      .phase_artificial = phases_.artificial.data(),
                                      .phase = phases_.kind.data(),
                                      .h_scale = smoothing_.h_scales(),
                                      .inv_h = 1 / fluid_.h,
                                      .eta2 = 0.01f * fluid_.h * fluid_.h,
                                      .two_mu = two_mu,
                                      .artificial = artificial,
                                      .limiter_time = wcsph::limiter_time(def_, phases_.max_sound_speed(), fluid_.h),
                                      .interface_energy = def_.interface_tension / interface_energy_};
        sph::FluidView<D> fluid = view_of_fluid(two_mu, artificial);
        if (implicit_ && mixed) fluid.phases.two_mu = no_viscosity_.data();
        if (!bodies_.empty()) bodies_.weigh_surface(fluid, fluid_.neighbours, jobs_);
        const bool has_wall_force = def_.walls != WcsphDef::WallModel::mirror || def_.no_slip > 0,
                   has_tension = def_.surface_tension > 0;
        const sph::GhostPairLoop<D> loop = ghost_pairs();
        const auto ghost_of = [&](const MirrorWall<D>& mirror, const float(&at)[D], int i) {
            float v[D];
            for (int d = 0; d < D; ++d) v[d] = fluid_.particles.v[d][i] - container_.velocity[d];
            mirror.reflect_velocity(v);
            typename Interaction::Particle ghost = sph::at_position<D>(load_i(interaction, i), at);
            ghost.vx = splat(v[0] + container_.velocity[0]), ghost.vy = splat(v[1] + container_.velocity[1]);
            if constexpr (D == 3) ghost.vz = splat(v[2] + container_.velocity[2]);
            return ghost;
        };
        const auto finish = [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float force[D] = {}, sums[D];
                if (has_wall_force) compute_wall_force(i, force);
                if (!bodies_.empty()) bodies_.add_force(fluid, i, force);
                for (int d = 0; has_tension && d < D; ++d) force[d] += tension_.force(d, i);
                for (int d = 0; d < D; ++d) sums[d] = force_sums_.result(d)[i];
                loop.add_curved_wall_ghosts(interaction, i, ghost_of, sums);
                for (int d = 0; d < D; ++d) force_[d][i] = sums[d] * kernel.slope_scale + force[d];
            }
        };
        loop.for_pairs(interaction, force_sums_, ghost_of, finish);
        if (!bodies_.empty()) bodies_.apply_forces_to_bodies(fluid, fluid_.neighbours, jobs_);
    }

    // Of a fluid of one phase these are its constants; else they are by slot.
    sph::FluidView<D> view_of_fluid(float two_mu, float artificial) const {
        sph::FluidView<D> fluid{.x = fluid_.particles.x,
                                .v = fluid_.particles.v,
                                .volume = volume_.data(),
                                .pressure = pressure_.data(),
                                .rest_density = phases_.rest_density[0],
                                .two_mu = two_mu,
                                .artificial = artificial,
                                .gravity = fluid_.domain.gravity};
        if (!phases_.uniform) fluid.phases = {phases_.density.data(), phases_.two_mu.data(), phases_.artificial.data()};
        return fluid;
    }

    sph::GhostPairLoop<D> ghost_pairs() {
        const float radius = def_.adaptive ? fluid_.h * smoothing_.max_h_scale() : fluid_.h;
        return {fluid_.particles, fluid_.domain.walls, offset_,        def_.walls == WcsphDef::WallModel::mirror,
                radius,           fluid_.neighbours,   fluid_.scratch, jobs_};
    }

    BoundaryTerms<D> wall_terms(int i) const { return fluid_.wall_terms(i, offset_); }

    // `force` is 0 before.
    void compute_wall_force(int i, float (&force)[D]) const {
        const BoundaryTerms<D> wall = wall_terms(i);
        if (wall.gap >= fluid_.h) return;
        const int kind = kind_of(i);
        // A no-slip wall exerts the whole viscosity; Monaghan's is worth alpha c h / 16 for a support h.
        const float two_mu =
            (implicit_ ? 0 : two_mu_of(kind)) + phases_.acoustic(def_.artificial_viscosity, kind, fluid_.h) / 8;
        float v[D];
        for (int d = 0; d < D; ++d) v[d] = fluid_.particles.v[d][i] - container_.velocity[d];
        wcsph::compute_wall_force<D>(def_, wall, fluid_.spacing, v, mass_of(kind), volume_[i], two_mu, force);
    }

    // Adaptive h, by density ratio. Between the two ratios h stays that of rest: where there is pressure there is
    // sound, and an h that follows sound feeds it. A wider h makes every search slower.
    static constexpr float widen_below = 0.9f, narrow_above = 1.2f;
    static constexpr float max_support_scale = 1.5f;  // in h of rest

    WcsphDef def_;
    Jobs& jobs_;
    sph::Fluid<D> fluid_;
    const float volume_at_rest_ = wcsph::lattice_volume<D>(fluid_.spacing, fluid_.h);  // of a particle, m^D
    // Of a flat interface for e = 1 (sph/phases.h).
    const float interface_energy_ = sph::interface_energy<D>(fluid_.spacing, fluid_.h, volume_at_rest_);
    sph::BodyCoupling<D, Kernel> bodies_;
    wcsph::ParticleShifting<D> shifting_;
    wcsph::AutomaticSoundSpeed<D> automatic_sound_speed_;
    sph::PhaseTable phases_;
    sph::SurfaceTension<D> tension_{fluid_.spacing, fluid_.h, volume_at_rest_};
    sph::ImplicitViscosity<D, Kernel, Kernel> viscosity_{fluid_.h};
    BodyViscosity body_viscosity_{fluid_.h};
    bool implicit_ = false;          // viscosity in this step
    SimdArray<float> no_viscosity_;  // zeros, by slot, for forces without it
    bool forces_valid_ = false;      // of the present particles and bodies
    int substeps_ = 1;               // of the last step
    float sub_dt_ = 0;               // s
    Motion container_;
    glm::vec3 offset_{0, 0, 0};          // of the container at the present sub-step, m
    SimdArray<float> density_;           // kg/m^D
    SimdArray<float> pressure_;          // Pa
    SimdArray<float> volume_;            // V, m^D
    SimdArray<float> pressure_volume2_;  // p V^2
    SimdArray<float> force_[D];          // without gravity, N
    sph::AdaptiveSupport<D> smoothing_;  // with `adaptive-smoothing`
    sph::Sums<1> density_sums_;          // W
    sph::Sums<2> adaptive_sums_;         // W and the number of neighbours
    sph::Sums<D> force_sums_;
    mutable Profile profile_;
};

}  // namespace

template <int D>
std::unique_ptr<Solver> make_wcsph(const WcsphDef& def, const Domain& domain, const InitialParticles& start,
                                   Jobs& jobs) {
    return std::make_unique<Wcsph<D>>(def, domain, start, jobs);
}
template std::unique_ptr<Solver> make_wcsph<2>(const WcsphDef&, const Domain&, const InitialParticles&, Jobs&);
template std::unique_ptr<Solver> make_wcsph<3>(const WcsphDef&, const Domain&, const InitialParticles&, Jobs&);

}  // namespace slosh
