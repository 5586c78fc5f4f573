#include "solvers/wcsph/wcsph.h"

#include "analysis/stats.h"
#include "solver/solver.h"
#include "solvers/wcsph/density.h"
#include "solvers/wcsph/forces.h"
#include "solvers/wcsph/particle_shifting.h"
#include "solvers/wcsph/sound_speed.h"
#include "solvers/wcsph/state.h"
#include "solvers/wcsph/time_integration.h"
#include "solvers/wcsph/time_step.h"
#include "solvers/wcsph/viscous_step.h"
#include "sph/pointer_forces.h"
#include "sph/time_step.h"

namespace slosh {
namespace {

template <int D>
class Wcsph final : public SolverFor<WcsphDef> {
public:
    [[gnu::cold]] Wcsph(const WcsphDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : jobs_(jobs), s_(def, domain, start) {
        s_.fluid.add(shifting_.displacement, sph::Carry::until_sort);
        s_.fluid.add(shifting_.divergence_deficit, sph::Carry::always, 1);
        s_.fluid.add(shifting_.next_divergence_deficit, sph::Carry::recomputed);
        if (def.adaptive) {
            const float widest = sph::support_within<D>(domain.walls, max_support_scale * s_.fluid.h);
            s_.smoothing.start(s_.fluid,
                               {.max_scale = widest / s_.fluid.h, .min_ratio = widen_below, .max_ratio = narrow_above});
        }
        s_.fluid.reserve_search([&] { sort(); });
        s_.fluid.reserve_scratch(wcsph::ForceInteraction<D, true>::fields, D);
        update_sound_speed(0, {}, {});
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        s_.container = container;
        s_.offset = container.offset;
        drain(container.offset);
        update_sound_speed(dt, pointer_forces, container);
        // The first smoothing lengths follow from those at rest in a few iterations.
        for (int round = s_.forces_valid ? 0 : s_.def.adaptive ? 4 : 1; round > 0; --round) update_forces();
        s_.forces_valid = true;
        const bool was_implicit = s_.implicit;
        substeps_ = substeps_for(dt);
        if (s_.implicit != was_implicit) {  // the present forces have the other form
            s_.forces_valid = false;
            update_forces();
            s_.forces_valid = true;
        }
        const float sub_dt = dt / static_cast<float>(substeps_);
        s_.sub_dt = sub_dt;
        const bool leapfrog = s_.def.integrator == WcsphDef::Integrator::leapfrog;
        for (int s = 1; s <= substeps_; ++s) {
            if (s_.fluid.emit(sub_dt, {s_.offset, container.velocity}, s_.bodies.view(), s_.def.budget.when_full))
                fill_kinds();
            sph::apply_pointer_forces(s_.fluid.particles, pointer_forces, sub_dt, jobs_);
            s_.offset = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            if (leapfrog) kick(0.5f * sub_dt);
            s_.fluid.prescribe_inlet(0.5f * sub_dt);
            drift(sub_dt);
            if (!leapfrog) kick(sub_dt);
            update_forces();
            if (leapfrog) kick(0.5f * sub_dt);
            if (s_.implicit) apply_implicit_viscosity(sub_dt);
            if (has_run_away(s, container)) break;
        }
    }

    void set_parameters(const WcsphDef& def, const Domain& domain) override {
        // The displacements of the last time that it was on are not of these particles.
        if (!(s_.def.shifting > 0) && def.shifting > 0)
            for (SimdArray<float>& displacement : shifting_.displacement)
                std::fill_n(displacement.data(), displacement.size(), 0.0f);
        s_.def = def;
        s_.fluid.domain.gravity = domain.gravity;
        retune_kinds();
    }

    ParticleView particles() const override {
        ParticleView p = s_.fluid.view(s_.density, s_.pressure, s_.def.rest_density);
        p.bodies = s_.bodies.view();
        if (s_.def.adaptive) {
            p.smoothing = s_.smoothing.lengths();
            p.neighbours = s_.smoothing.neighbours();
        }
        for (int k = 0; k < sph::PhaseTable::kinds; ++k) {
            const auto at = static_cast<size_t>(k);
            p.masses[at] = s_.mass_of(k);
            p.rest_densities[at] = s_.phases.rest_density[k];
        }
        return p;
    }

    [[gnu::cold]] Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        stats.substeps = substeps_;
        stats.substep = s_.sub_dt;
        stats.iterations = s_.implicit ? static_cast<float>(viscous_step_.iterations()) : 0;
        stats.mean_neighbours = s_.def.adaptive ? s_.smoothing.mean_neighbours() : 0;
        measure_bodies(s_.bodies.view(), stats);
        return stats;
    }

    Outcome add_body(const BodyDef& def) override {
        s_.forces_valid = false;
        return s_.bodies.add_body(def, s_.offset);
    }
    void set_drawn_bodies(std::span<const BodyDef> defs) override {
        s_.forces_valid = false;
        s_.bodies.set_drawn(defs, s_.offset);
    }
    void set_grabs(std::span<const Grab> grabs) override { s_.bodies.set_grabs(grabs); }
    Outcome set_user_emitters(std::span<const Emitter> emitters) override {
        bool changed = false;
        for (const Emitter& emitter : emitters) changed |= s_.phases.add(emitter.kind);
        if (changed) retune_kinds();
        return s_.fluid.set_user_emitters(emitters);
    }
    void set_user_drains(std::span<const Drain> drains) override { s_.fluid.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override { return s_.fluid.drain(offset); }

    const Profile& profile() const override { return profile_; }

private:
    float sound_speed() const { return s_.def.sound_speed > 0 ? s_.def.sound_speed : automatic_sound_speed_.value(); }
    // At the start of a step.
    void update_sound_speed(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) {
        const wcsph::FlowDrive drive{.pointer_forces = pointer_forces,
                                     .container = container,
                                     .emitter_speed = s_.fluid.max_emitter_speed(),
                                     .capillary_pressure = wcsph::capillary_pressure(s_.def, s_.fluid.h),
                                     .resolved = wcsph::max_resolved_sound_speed(
                                         s_.def, dt, smallest_h(), sound_speed(), s_.phases.max_sound_speed())};
        automatic_sound_speed_.update(dt, s_.fluid.particles, s_.fluid.domain, drive, s_.volume_at_rest);
        retune_kinds();
    }
    void retune_kinds() {
        s_.phases.retune(s_.def.rest_density, s_.def.other_density, s_.def.viscosity, s_.def.other_viscosity,
                         sound_speed(), s_.def.interface_tension);
        if (s_.def.adaptive) s_.phases.uniform = false;  // one form for all
        fill_kinds();
    }
    void fill_kinds() {
        s_.phases.fill(s_.fluid.particles.kind, s_.volume_at_rest, s_.def.artificial_viscosity, s_.fluid.h, jobs_);
    }

    float smallest_h() const { return s_.def.adaptive ? s_.fluid.h * s_.smoothing.min_h_scale() : s_.fluid.h; }

    // Where explicit viscosity would need far more sub-steps than the rest, it is implicit and has no limit.
    int substeps_for(float dt) {
        const WcsphDef& def = s_.def;
        const float fastest =
            std::max({sph::max_speed(s_.fluid.particles), s_.bodies.max_speed(), s_.fluid.max_emitter_speed()});
        const float h = smallest_h();
        const float max_sound_speed = s_.phases.max_sound_speed();
        const float by_sound = wcsph::substeps_by_sound(def, dt, max_sound_speed, fastest, s_.fluid.domain.gravity, h);
        const float by_viscosity = wcsph::substeps_by_viscosity(def, dt, s_.phases.max_viscosity(), h);
        const float artificial = wcsph::limiting_artificial_viscosity(def, max_sound_speed, h);
        const float by_artificial = wcsph::substeps_by_viscosity(def, dt, artificial, h);
        const float by_tension = s_.tension.substeps(def.surface_tension, s_.phases.min_rest_density(), dt);
        const float by_others = def.substeps > 0
                                    ? static_cast<float>(def.substeps)
                                    : std::max(wcsph::substeps_by_stiffness(by_sound, by_tension), by_artificial);
        s_.implicit = by_viscosity > sph::implicit_gain * by_others;
        if (def.substeps > 0) return def.substeps;
        return sph::whole_substeps(s_.implicit ? by_others : std::max(by_others, by_viscosity + by_artificial));
    }

    void apply_implicit_viscosity(float dt) {
        const auto scope = profile_.scope("viscosity");
        viscous_step_.apply(s_, dt, jobs_);
    }

    void kick(float dt) {
        const auto scope = profile_.scope("kick");
        wcsph::kick<D>(s_.fluid.particles, s_.force, dt / s_.mass_of(0),
                       s_.phases.uniform ? nullptr : s_.phases.inv_mass.data(), s_.fluid.domain.gravity, dt, jobs_);
        s_.bodies.integrate_velocities(dt, s_.fluid.domain.gravity);
    }

    void drift(float dt) {
        const auto scope = profile_.scope("drift");
        wcsph::drift<D>(s_.fluid, s_.def.shifting > 0 ? shifting_.displacement : nullptr,
                        s_.def.walls == WcsphDef::WallModel::mirror, s_.container, s_.offset, dt, jobs_);
        if (!s_.bodies.empty()) {
            s_.bodies.move(dt, s_.offset - s_.container.velocity * dt, s_.container.velocity, s_.fluid.particles,
                           jobs_);
            s_.fluid.return_inside(s_.container, s_.offset, jobs_);
        }
        s_.fluid.particles.pad();
    }

    void update_forces() {
        {
            const auto scope = profile_.scope("sort");
            sort();
            fill_kinds();
        }
        {
            const auto scope = profile_.scope("density");
            density_pass_.run(s_, jobs_);
        }
        if (s_.def.surface_tension > 0) compute_surface_tension();
        if (s_.def.shifting > 0) compute_shifting();
        const auto scope = profile_.scope("forces");
        force_pass_.run(s_, jobs_);
    }

    void sort() {
        const bool hash = s_.def.search == WcsphDef::Search::hash;
        if (s_.def.adaptive) s_.smoothing.sort(s_.fluid, hash, s_.offset, jobs_);
        else s_.fluid.sort(hash, s_.offset, s_.fluid.h, jobs_);
    }

    void compute_surface_tension() {
        const auto scope = profile_.scope("tension");
        s_.tension.find(s_.def.surface_tension, s_.fluid.particles, s_.fluid.capacity, s_.ghost_pairs(jobs_));
    }

    void compute_shifting() {
        const auto scope = profile_.scope("shift");
        const float distance = s_.def.shifting * sph::rms_speed(s_.fluid.particles, s_.container.velocity) * s_.sub_dt;
        shifting_.find(distance, s_.fluid.spacing, s_.fluid.h, s_.volume_at_rest, s_.fluid.capacity, s_.fluid.particles,
                       s_.ghost_pairs(jobs_));
    }

    // Adaptive h, by density ratio. Between the two ratios h stays that of rest: where there is pressure there is
    // sound, and an h that follows sound feeds it. A wider h makes every search slower.
    static constexpr float widen_below = 0.9f, narrow_above = 1.2f;
    static constexpr float max_support_scale = 1.5f;  // in h of rest

    Jobs& jobs_;
    wcsph::State<D> s_;
    wcsph::DensityPass<D> density_pass_{s_};
    wcsph::ForcePass<D> force_pass_{s_};
    wcsph::ViscousStep<D> viscous_step_{s_};
    wcsph::ParticleShifting<D> shifting_;
    wcsph::AutomaticSoundSpeed<D> automatic_sound_speed_;
    int substeps_ = 1;  // of the last step
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
