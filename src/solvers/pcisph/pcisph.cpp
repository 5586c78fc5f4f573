#include "solvers/pcisph/pcisph.h"

#include <algorithm>

#include "analysis/stats.h"
#include "solver/solver.h"
#include "solvers/pcisph/forces.h"
#include "solvers/pcisph/pressure_loop.h"
#include "solvers/pcisph/state.h"
#include "solvers/pcisph/time_integration.h"
#include "solvers/pcisph/time_step.h"
#include "solvers/pcisph/viscous_step.h"
#include "sph/pointer_forces.h"
#include "sph/time_step.h"

namespace slosh {
namespace {

template <int D>
class Pcisph final : public SolverFor<PcisphDef> {
public:
    [[gnu::cold]] Pcisph(const PcisphDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : jobs_(jobs), s_(def, domain, start), drop_height_(std::max(pcisph::height_of<D>(domain), s_.fluid.h)) {
        s_.fluid.reserve_search([&] { sort(); });
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        s_.container = container;
        drain(container.offset);
        const PcisphDef& def = s_.def;
        const float mean_pressure = pcisph::mean(s_.pressure) / def.rest_density;
        const float impact = impact_pressure_.update(s_.fluid.particles, container.velocity, s_.fluid.h, dt);
        substeps_ = substeps_for(dt, pointer_forces, mean_pressure, impact);
        const float sub_dt = sub_dt_ = dt / static_cast<float>(substeps_);
        const float hydrostatic = s_.signal_speed * s_.signal_speed / 4;  // in the middle of the height
        s_.pressure_per_compression =
            stiffness_.update(dt, mean_pressure, hydrostatic, impact, def.rest_density, def.density_error);
        s_.iterations =
            std::clamp(pcisph::Chebyshev::corrections_for<D>(s_.pressure_per_compression / s_.delta(sub_dt)),
                       def.min_iterations, std::max(def.min_iterations, def.max_iterations));
        for (int s = 1; s <= substeps_; ++s) {
            s_.offset_old = container.offset + container.velocity * (sub_dt * static_cast<float>(s - 1));
            s_.offset = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            s_.fluid.emit(sub_dt, {s_.offset_old, container.velocity}, s_.bodies.view(), def.budget.when_full);
            sort();
            sph::apply_pointer_forces(s_.fluid.particles, pointer_forces, sub_dt, jobs_);
            if (s_.implicit) apply_implicit_viscosity(sub_dt);
            s_.inlet_slots = s_.fluid.prescribe_inlet(-0.5f * sub_dt);
            compute_forces(sub_dt);
            pressure_loop_.run(s_, sub_dt, jobs_, profile_);
            integrate(sub_dt);
            if (has_run_away(s, container)) break;
        }
    }

    void set_parameters(const PcisphDef& def, const Domain& domain) override {
        s_.def = def;
        s_.fluid.domain.gravity = domain.gravity;
    }

    ParticleView particles() const override {
        ParticleView p = s_.fluid.view(s_.density, s_.pressure, s_.def.rest_density);
        p.bodies = s_.bodies.view();
        p.masses.fill(s_.def.rest_density * s_.volume_at_rest);
        return p;
    }

    Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        stats.substeps = substeps_;
        stats.substep = sub_dt_;
        stats.iterations = static_cast<float>(s_.iterations);
        measure_bodies(s_.bodies.view(), stats);
        return stats;
    }

    Outcome add_body(const BodyDef& def) override { return s_.bodies.add_body(def, s_.offset); }
    void set_drawn_bodies(std::span<const BodyDef> defs) override { s_.bodies.set_drawn(defs, s_.offset); }
    void set_grabs(std::span<const Grab> grabs) override { s_.bodies.set_grabs(grabs); }
    Outcome set_user_emitters(std::span<const Emitter> emitters) override {
        return s_.fluid.set_user_emitters(emitters);
    }
    void set_user_drains(std::span<const Drain> drains) override { s_.fluid.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override { return s_.fluid.drain(offset); }

    const Profile& profile() const override { return profile_; }

private:
    // Of all particles but spray, relative to the container, m/s.
    float max_speed() const {
        return sph::max_speed(s_.fluid.particles, s_.container.velocity,
                              [&](int i) { return s_.density[i] > spray_ratio * s_.def.rest_density; });
    }

    int substeps_for(float dt, std::span<const PointerForce> pointer_forces, float mean_pressure, float impact) {
        const PcisphDef& def = s_.def;
        const float h = s_.fluid.h, gravity = sph::gravity_speed_gain(s_.fluid.domain.gravity, 1);
        // Signal speed of Monaghan's viscosity, instead of the speed of sound: that of a fall from the height of the
        // fluid.
        s_.signal_speed = __builtin_sqrtf(2 * gravity * drop_height_);
        const float by_viscosity = sph::substeps_by_viscosity(dt, def.viscosity, h);
        const auto choose_form = [&](float others) {
            s_.implicit = by_viscosity > sph::implicit_gain * others;
            if (s_.implicit) viscous_step_.prepare(s_);
        };
        if (def.substeps > 0) {
            choose_form(static_cast<float>(def.substeps));
            return def.substeps;
        }
        // The fluid in front of a body must not be driven further than the forces of one sub-step can move it.
        const float by_bodies =
            s_.bodies.substeps(dt, pcisph::max_displacement * h, s_.fluid.domain.gravity, s_.container.velocity);
        pcisph::FlowBounds flow{.h = h,
                                .max_speed = std::max(max_speed(), s_.fluid.max_emitter_speed()),
                                .gravity = gravity,
                                .signal_speed = s_.signal_speed,
                                .mean_pressure = mean_pressure,
                                .impact = impact,
                                .by_bodies = by_bodies};
        const float by_others = pcisph::substeps_without_viscosity(dt, def, flow, pointer_forces);
        choose_form(by_others);
        flow.implicit_viscosity = s_.implicit;
        const int needed =
            sph::whole_substeps(s_.implicit ? pcisph::substeps_without_viscosity(dt, def, flow, pointer_forces)
                                            : std::max(by_others, by_viscosity));
        return pcisph::steady_substeps(needed, substeps_);
    }

    void sort() {
        const auto scope = profile_.scope("sort");
        s_.fluid.sort(false, s_.offset_old, s_.fluid.h * pcisph::search_margin, jobs_);
    }

    void apply_implicit_viscosity(float dt) {
        const auto scope = profile_.scope("viscosity");
        viscous_step_.apply(s_, dt, last_dt_, jobs_);
    }

    void compute_forces(float dt) {
        const auto scope = profile_.scope("forces");
        force_pass_.run(s_, dt, jobs_);
    }

    void integrate(float dt) {
        const auto scope = profile_.scope("move");
        pcisph::integrate(s_.fluid, s_.displacement, s_.ghosts_at(s_.offset), s_.container, dt, jobs_);
        if (!s_.bodies.empty()) {
            s_.bodies.commit_prediction(s_.fluid.particles, s_.offset, s_.def.rest_density * s_.volume_at_rest, jobs_);
            s_.fluid.return_inside(s_.container, s_.offset, jobs_);
        }
        s_.fluid.particles.pad();
        last_dt_ = dt;
    }

    static constexpr float spray_ratio = 0.6f;  // density ratio below which speed does not shorten sub-steps

    Jobs& jobs_;
    pcisph::State<D> s_;
    pcisph::ForcePass<D> force_pass_{s_};
    pcisph::PressureLoop<D> pressure_loop_{s_};
    pcisph::ViscousStep<D> viscous_step_{s_};
    pcisph::ImpactPressure impact_pressure_;
    pcisph::Stiffness stiffness_;
    const float drop_height_;  // height of the fluid, m
    int substeps_ = 1;         // of the last step
    float sub_dt_ = 0;         // s
    float last_dt_ = 0;        // of the last sub-step, s
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
