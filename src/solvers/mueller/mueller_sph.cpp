#include "solvers/mueller/mueller_sph.h"

#include "analysis/stats.h"
#include "rigid/drawn_obstacles.h"
#include "solver/solver.h"
#include "solvers/mueller/accelerations.h"
#include "solvers/mueller/density.h"
#include "solvers/mueller/reflecting_walls.h"
#include "solvers/mueller/state.h"
#include "solvers/mueller/time_integration.h"
#include "sph/pointer_forces.h"
#include "sph/time_step.h"

namespace slosh {
namespace {

template <int D>
class MuellerSph final : public SolverFor<MuellerSphDef> {
public:
    [[gnu::cold]] MuellerSph(const MuellerSphDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : jobs_(jobs), s_(def, domain, start) {
        retune_scales();
        s_.fluid.reserve_search([&] {
            if constexpr (D == 2)
                if (use_cell_pairs()) return sort(cell_search_);
            sort(list_search());
        });
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        s_.offset = container.offset;
        s_.wall_velocity = container.velocity / s_.def.time_scale;  // the fluid's seconds are shorter
        pointer_forces_.assign(pointer_forces.begin(), pointer_forces.end());
        for (PointerForce& force : pointer_forces_) force.velocity /= s_.def.time_scale;
        drain(container.offset);
        if (s_.def.life.any()) compute_life_forces();
        // The first smoothing lengths follow from those at rest in a few iterations.
        for (int round = s_.forces_valid ? 0 : s_.def.adaptive ? 4 : 1; round > 0; --round) compute_accelerations();
        s_.forces_valid = true;
        substeps_ = substeps_for(dt * s_.def.time_scale);
        const float sub_dt = dt / static_cast<float>(substeps_);
        sub_dt_ = sub_dt * s_.def.time_scale;
        for (int s = 1; s <= substeps_; ++s) {
            s_.fluid.emit(sub_dt_, {s_.offset, s_.wall_velocity}, obstacles_.bodies(), s_.def.budget.when_full);
            s_.fluid.prescribe_inlet(0);
            s_.offset = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            advance(sub_dt_);
            if (has_run_away(s, container)) break;
        }
    }

    void set_parameters(const MuellerSphDef& def, const Domain& domain) override {
        s_.def = def;
        s_.fluid.domain.gravity = domain.gravity;
        retune_scales();
    }

    Outcome set_user_emitters(std::span<const Emitter> emitters) override {
        if (s_.def.life.any()) return Outcome::refused("pouring is not available in scenes with particle life");
        for (const Emitter& emitter : emitters)
            if (s_.phases.add_phase(emitter.kind)) retune_scales();
        return s_.fluid.set_user_emitters(emitters);
    }
    void set_user_drains(std::span<const Drain> drains) override { s_.fluid.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override { return s_.fluid.drain(offset); }

    void set_drawn_bodies(std::span<const BodyDef> defs) override {
        obstacles_.set(defs, D, obstacle_response().range());
    }

    // Of particles that swim for a second, or until drag stops the gain; and of a start that is compressed by a tenth,
    // k e^2 / 2: there the density of random places is uneven by so much.
    float own_energy() const override {
        const float speed = s_.def.life.any() ? s_.def.life.strength / std::max(s_.def.drag, 1.0f) : 0;
        return (speed * speed + s_.def.stiffness * 0.01f) / 2;
    }

    ParticleView particles() const override {
        ParticleView p = s_.fluid.view(s_.density, s_.pressure, s_.def.rest_density[0]);
        p.time_scale = s_.def.time_scale;
        if (s_.def.adaptive) {
            p.smoothing = s_.smoothing.lengths();
            p.neighbours = s_.smoothing.neighbours();
        }
        for (size_t k = 0; k < p.masses.size(); ++k) {
            const auto kind = static_cast<uint8_t>(k);
            p.masses[k] = s_.phases.mass(kind);
            p.rest_densities[k] = s_.phases.rest_density(kind);
        }
        p.bodies = obstacles_.bodies();
        return p;
    }

    Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        stats.substeps = substeps_;
        stats.substep = sub_dt_;
        stats.mean_neighbours = s_.def.adaptive ? s_.smoothing.mean_neighbours() : 0;
        return stats;
    }

    const Profile& profile() const override { return profile_; }

private:
    mueller::ListSearch<D> list_search() { return {s_.fluid.neighbours, s_.fluid.scratch}; }

    void retune_scales() {
        const bool in_plane = D == 2 && s_.def.kernels == MuellerSphDef::Kernels::planar;
        const float scale = in_plane ? Poly6<2>(s_.fluid.h).scale : Poly6<3>(s_.fluid.h).scale;
        density_pass_.retune(scale);
        acceleration_pass_.retune(in_plane, s_.fluid.h);
        const auto w = [&](float n) {
            return Poly6<D>::w(splat(s_.fluid.spacing * s_.fluid.spacing * n / (s_.fluid.h * s_.fluid.h)))[0];
        };
        const float volume = s_.def.mass > 0 ? s_.def.mass / s_.def.rest_density[0]
                                             : 1 / (sph::lattice_sum<D>(s_.fluid.spacing, s_.fluid.h, w) * scale);
        s_.phases.retune(s_.def, volume);
        s_.fluid.set_particle_volume(s_.phases.mass(0) / s_.def.rest_density[0]);
    }

    int substeps_for(float dt) const {
        if (s_.def.substeps > 0) return s_.def.substeps;
        const float max_speed = std::max(sph::max_speed(s_.fluid.particles), s_.fluid.max_emitter_speed());
        const float speed_gain = sph::gravity_speed_gain(s_.fluid.domain.gravity, dt);
        return mueller::substeps_for(s_.def, dt, __builtin_sqrtf(s_.def.stiffness) + max_speed + speed_gain,
                                     s_.phases.max_viscosity(),
                                     s_.def.adaptive ? s_.fluid.h * s_.smoothing.min_h_scale() : s_.fluid.h);
    }

    void advance(float dt) {
        sph::apply_pointer_forces(s_.fluid.particles, pointer_forces_, dt, jobs_);
        if (s_.def.integrator == MuellerSphDef::Integrator::rk2) advance_by_midpoint(dt);
        else apply(mueller::Pass::first_of(s_.def.integrator, dt));
        keep_outside_obstacles(dt);
        collide_with_walls();
        ++substep_index_;
        compute_accelerations();
        if (s_.def.integrator == MuellerSphDef::Integrator::verlet) apply({.kick = 0.5f * dt});
    }

    void apply(const mueller::Pass& pass) {
        const auto scope = profile_.scope("move");
        pass.apply(s_.fluid.particles, s_.acceleration, jobs_);
    }

    void advance_by_midpoint(float dt) {
        midpoint_.save(s_.fluid.particles, s_.fluid.capacity, jobs_);
        apply({.by_v = 0.5f * dt, .kick = 0.5f * dt});
        compute_accelerations();
        const auto order = used_lists_ ? s_.fluid.neighbours.order() : cell_search_.cells.order();
        midpoint_.finish(s_.fluid.particles, s_.acceleration, order, dt, jobs_);
    }

    DrawnObstacles::Response obstacle_response() const {
        return {.gap = s_.fluid.spacing / 2, .restitution = 2 * s_.def.wall_damping - 1};
    }

    void keep_outside_obstacles(float dt) {
        obstacles_.move({s_.offset, s_.wall_velocity});
        if (obstacles_.empty()) return;
        const auto scope = profile_.scope("obstacles");
        s_.for_each_particle(jobs_, [&, response = obstacle_response()](int i) {
            glm::vec3 x(0), v(0);
            for (int d = 0; d < D; ++d) {
                x[d] = s_.fluid.particles.x[d][i];
                v[d] = s_.fluid.particles.v[d][i];
            }
            if (!obstacles_.keep_outside(x, v, dt, response)) return;
            for (int d = 0; d < D; ++d) {
                s_.fluid.particles.x[d][i] = x[d];
                s_.fluid.particles.v[d][i] = v[d];
            }
        });
    }

    void collide_with_walls() {
        const auto scope = profile_.scope("walls");
        const ReflectingWalls response{s_.def.wall_damping, s_.offset, s_.wall_velocity};
        s_.for_each_particle(jobs_, [&](int i) {
            float x[D], v[D];
            for (int d = 0; d < D; ++d) {
                x[d] = s_.fluid.particles.x[d][i];
                v[d] = s_.fluid.particles.v[d][i];
            }
            if (!bounce_at_walls<D>(s_.fluid.domain.walls, response, substep_index_ << 32 | s_.fluid.particles.id[i], x,
                                    v))
                return;
            for (int d = 0; d < D; ++d) {
                s_.fluid.particles.x[d][i] = x[d];
                s_.fluid.particles.v[d][i] = v[d];
            }
        });
    }

    // Forces of particle life, once at the start of a step: they change little within one.
    void compute_life_forces() {
        const auto scope = profile_.scope("life");
        const glm::vec3 centre = s_.fluid.domain.walls.centre + s_.offset;
        ParticleLifeView view{.dimensions = D,
                              .count = s_.fluid.particles.count,
                              .id = s_.fluid.particles.id.data(),
                              .kind = s_.fluid.particles.kind.data(),
                              .lo = centre,
                              .hi = centre,
                              .spacing = s_.fluid.spacing,
                              .support = s_.fluid.h};
        for (int d = 0; d < D; ++d) {
            const float half = sph::half_extent(s_.fluid.domain.walls, d);
            view.x[d] = s_.fluid.particles.x[d].data();
            view.lo[d] -= half;
            view.hi[d] += half;
        }
        life_.compute(s_.def.life, view, jobs_);
    }

    // In 2D and for the simple sums. All other forms use the neighbour list, in code a tenth as large.
    bool use_cell_pairs() const {
        return D == 2 && s_.def.search == MuellerSphDef::Search::dense && !s_.def.adaptive && s_.phases.uniform();
    }
    void compute_accelerations() {
        used_lists_ = !use_cell_pairs();
        if constexpr (D == 2)
            if (!used_lists_) return compute_accelerations_by(cell_search_);
        compute_accelerations_by(list_search());
    }

    void compute_accelerations_by(auto&& search) {
        sort(search);
        {
            const auto scope = profile_.scope("density");
            density_pass_.run(s_, search, jobs_);
        }
        if (s_.over_cap) {
            const auto scope = profile_.scope("nearest");
            density_pass_.cap_neighbours(s_, search, jobs_);
        }
        const auto scope = profile_.scope("forces");
        acceleration_pass_.run(s_, search, s_.def.life.any() ? &life_ : nullptr, jobs_);
    }

    void sort(const mueller::ListSearch<D>&) {
        const auto scope = profile_.scope("sort");
        const bool hash = s_.def.search == MuellerSphDef::Search::hash;
        if (s_.def.adaptive) s_.smoothing.sort(s_.fluid, hash, s_.offset, jobs_);
        else s_.fluid.sort(hash, s_.offset, s_.fluid.h, jobs_);
    }
    void sort(mueller::CellSearch& search) {
        const auto scope = profile_.scope("sort");
        s_.fluid.sort_for_cell_pairs(search.cells, search.strips, s_.offset, jobs_);
    }

    Jobs& jobs_;
    mueller::State<D> s_;
    mueller::DensityPass<D> density_pass_{s_};
    mueller::AccelerationPass<D> acceleration_pass_{s_};
    bool used_lists_ = false;     // by the last compute_accelerations()
    int substeps_ = 1;            // of the last step
    float sub_dt_ = 0;            // in the fluid's own seconds
    uint64_t substep_index_ = 0;  // since the start; seeds the walls' random numbers
    mueller::Midpoint<D> midpoint_;
    std::vector<PointerForce> pointer_forces_;  // in the fluid's own seconds
    mueller::CellSearch cell_search_;
    DrawnObstacles obstacles_;
    ParticleLife life_;
    mutable Profile profile_;
};

}  // namespace

template <int D>
std::unique_ptr<Solver> make_mueller_sph(const MuellerSphDef& def, const Domain& domain, const InitialParticles& start,
                                         Jobs& jobs) {
    return std::make_unique<MuellerSph<D>>(def, domain, start, jobs);
}
template std::unique_ptr<Solver> make_mueller_sph<2>(const MuellerSphDef&, const Domain&, const InitialParticles&,
                                                     Jobs&);
template std::unique_ptr<Solver> make_mueller_sph<3>(const MuellerSphDef&, const Domain&, const InitialParticles&,
                                                     Jobs&);

}  // namespace slosh
