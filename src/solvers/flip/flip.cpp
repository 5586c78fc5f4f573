#include "solvers/flip/flip.h"

#include <algorithm>
#include <optional>

#include "analysis/stats.h"
#include "base/check.h"
#include "grid/liquid/g2p_advection.h"
#include "grid/liquid/reseed.h"
#include "grid/liquid/volume_correction.h"
#include "solver/solver.h"
#include "solvers/flip/flip_display.h"
#include "solvers/flip/flip_time_step.h"
#include "solvers/flip/grid_step.h"
#include "solvers/flip/state.h"
#include "solvers/flip/transfers.h"

namespace slosh {
namespace {

class Flip final : public SolverFor<FlipDef> {
public:
    [[gnu::cold]] Flip(const FlipDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : jobs_(jobs) {
        s_.def = def;
        s_.domain = domain;
        const int capacity = particle_capacity(domain, def.budget.max_particles, start, def.particles);
        s_.particles.front.start_from(start, capacity);
        s_.particles.back.resize(capacity);
        s_.particles.keep_slopes(s_.is_affine());
        s_.layout = lay_out_grid(def, domain, start.filling_count());
        s_.inflow = GridInflowOutflow(domain, s_.layout.spacing, start.count(), capacity);
        const MacGrid& grid = s_.layout.grid;
        s_.faces.resize(grid, jobs_);
        s_.cells.resize(grid);
        s_.projection.resize(grid);
        s_.trapezoidal_rule.resize(grid);
        transfers_.resize(grid, capacity);
        display_.resize(capacity);
        s_.solids.bodies.start(domain.walls, domain.bodies);
        update_solids();
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        for (int d = 0; d < 3; ++d) s_.layout.frame.velocity[d] = container.velocity[d];
        drain(container.offset);
        const float cells_crossed = max_displacement(dt, pointer_forces);
        substeps_ = s_.def.substeps > 0 ? s_.def.substeps
                                        : substeps_for(dt, cells_crossed, s_.domain.gravity, s_.def, s_.layout.frame);
        const float sub_dt = dt / static_cast<float>(substeps_);
        const float displacement = cells_crossed / static_cast<float>(substeps_);
        s_.projection.iterations = 0;
        for (int s = 0; s < substeps_; ++s) {
            const glm::vec3 offset = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            s_.place_grid(offset);
            s_.inflow.emit(s_.particles.front, sub_dt, {offset, container.velocity}, s_.solids.bodies.world_bodies(),
                           s_.domain.gravity, s_.def.budget.when_full);
            s_.inflow.prescribe_inlet(s_.particles.front, s_.domain.gravity, -0.5f * sub_dt);
            sort_particles();
            reseed();
            particles_to_grid();
            grid_step_.run(s_, sub_dt, pointer_forces, jobs_, profile_);
            const int layers = extrapolate_velocity(displacement);
            const VelocityRange range =
                grid_to_particles_and_advect(sub_dt, layers, pointer_forces.empty() && !s_.solids.cut);
            bool changed = grid_step_.apply_cohesion(s_, sub_dt, jobs_, profile_);
            changed |= integrate_isolated_particles(sub_dt);
            changed |= move_solids(sub_dt, offset);
            velocity_range_ = changed ? std::nullopt : std::optional(range);
            if (has_run_away(s + 1, container)) break;
        }
        s_.place_grid(container.offset + container.velocity * dt);
        s_.solids.bodies.update_world_bodies(s_.container());
        display_.valid = false;
    }

    void set_parameters(const FlipDef& def, const Domain& domain) override {
        s_.def = def;
        s_.domain.gravity = domain.gravity;
        s_.particles.keep_slopes(s_.is_affine());
        update_solids();
    }

    Outcome set_user_emitters(std::span<const Emitter> emitters) override {
        return s_.inflow.set_user_emitters(emitters);
    }
    void set_user_drains(std::span<const Drain> drains) override { s_.inflow.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override {
        s_.inflow.drain(s_.particles.front, offset);
        display_.valid = false;
        return true;
    }

    void set_grabs(std::span<const Grab> grabs) override { s_.solids.bodies.set_grabs(grabs, s_.offset); }

    Outcome add_body(const BodyDef& def) override {
        const Outcome result = s_.solids.bodies.add_body(def, s_.offset);
        if (result.accepted) update_solids();
        return result;
    }

    void set_drawn_bodies(std::span<const BodyDef> defs) override {
        s_.solids.bodies.set_drawn(defs);
        update_solids();
    }

    ParticleView particles() const override {
        display_.update(s_.layout, s_.cells, s_.def.viscosity > 0, s_.projection, s_.particles.front, jobs_);
        ParticleView p = display_.view(s_.layout, s_.particles.front);
        p.bodies = s_.solids.bodies.world_bodies();
        return p;
    }

    Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        measure_bodies(s_.solids.bodies.world_bodies(), stats);
        stats.substeps = substeps_;
        stats.substep = s_.projection.dt;
        stats.iterations = static_cast<float>(s_.projection.iterations) / static_cast<float>(substeps_);
        return stats;
    }

    const Profile& profile() const override { return profile_; }

    GridView grid() const override { return view_of_grid(s_.layout, s_.cells, s_.faces, s_.projection); }
    void record_solves(bool on) override { s_.projection.replay.set_enabled(on); }
    GridView grid_at(int iteration) override {
        GridView view = grid();
        SolveReplay& replay = s_.projection.replay;
        if (replay.has_record()) view.vectors = replay.at(s_.projection.system, iteration, jobs_);
        return view;
    }

private:
    // The CFL number of a step of dt: how many cells the fastest particle crosses, relative to the container.
    float max_displacement(float dt, std::span<const PointerForce> pointer_forces) {
        const auto scope = profile_.scope("time step");
        const MacFrame& frame = s_.layout.frame;
        const FlipParticles& p = s_.particles.front;
        if (!velocity_range_ || velocity_range_->count != p.count)
            velocity_range_ = transfers_.velocity_bounds().measure(p, jobs_);
        const float inflow_or_body_speed = std::max(s_.inflow.max_speed(), s_.solids.bodies.max_speed());
        const float rate =
            std::max(inflow_or_body_speed / shortest_edge(frame), velocity_range_->max_cell_rate(frame));  // cells/s
        return cells_crossed_in(dt, rate, frame, s_.domain.gravity, pointer_forces);
    }

    void sort_particles() {
        const auto scope = profile_.scope("sort");
        s_.particles.sort(s_.layout, jobs_);
    }

    // Moves particles from crowded to sparse cells inside the fluid, by the level set of the last sub-step.
    void reseed() {
        // A cell that gives must not be one that receives.
        const int max_in_cell = s_.def.max_particles_per_cell;
        const Reseeding::Bounds bounds{std::min(s_.def.min_particles_per_cell, max_in_cell), max_in_cell};
        ++substep_index_;
        if (!bounds.any()) return;
        bool changed;
        {
            const auto scope = profile_.scope("reseed");
            changed = reseeding_.run(
                s_.layout, s_.particles, s_.faces.velocity, bounds, substep_index_, s_.inflow,
                [&](int cell) { return s_.cells.phi[cell] < 0 && is_interior(s_.layout.grid, s_.boundary(), cell); });
        }
        if (changed) sort_particles();
    }

    void particles_to_grid() {
        const auto scope = profile_.scope("particles to grid");
        transfers_.particles_to_grid(s_, jobs_);
    }

    int extrapolate_velocity(float displacement) {
        const auto scope = profile_.scope("extrapolation");
        return transfers_.extrapolate(s_, displacement, jobs_);
    }

    VelocityRange grid_to_particles_and_advect(float dt, int layers, bool free_fall) {
        const auto scope = profile_.scope("advection");
        return transfers_.grid_to_particles_and_advect(s_, dt, layers, free_fall, jobs_);
    }

    // Returns whether particle velocities have changed.
    bool integrate_isolated_particles(float dt) {
        const auto scope = profile_.scope("advection");
        return slosh::integrate_isolated_particles(s_.layout, s_.advection_step(dt), s_.particles, jobs_);
    }

    // Takes over changed parameters and new bodies.
    void update_solids() {
        Solids& solids = s_.solids;
        BodyDef obstacle;
        solids.bodies.set_user_obstacle(s_.def.user_obstacle(obstacle) ? &obstacle : nullptr);
        if (solids.bodies.any() && !solids.cut) {
            const glm::vec3 offset = s_.offset;
            s_.place_grid({0, 0, 0});
            solids.cut = std::make_unique<CutCells>();
            solids.cut->resize(s_.layout.grid, s_.layout.frame);
            s_.place_grid(offset);
        }
        if (move_solids(0, s_.offset)) velocity_range_.reset();
        if (!solids.bodies.any()) solids.cut.reset();
        solids.bodies.update_world_bodies(s_.container());
    }

    // Advances the solids by dt and pushes particles out of them; `offset` is that of the container before. Returns
    // whether particle velocities may have changed.
    bool move_solids(float dt, glm::vec3 offset) {
        if (!s_.solids.cut) return false;
        const auto scope = profile_.scope("solids");
        const glm::vec3 velocity = s_.container().velocity;
        s_.place_grid(offset + velocity * dt);
        s_.solids.move(dt, {offset, velocity}, s_.layout.frame, s_.faces.fraction, s_.particles.front, jobs_);
        return true;
    }

    Jobs& jobs_;
    FlipState s_;
    GridStep grid_step_;
    Transfers transfers_;
    Reseeding reseeding_;
    std::optional<VelocityRange> velocity_range_;  // at the end of the last sub-step; empty: to be measured
    int substeps_ = 1;                             // of the last step
    uint64_t substep_index_ = 0;                   // since the start: seeds the random positions of reseed()
    mutable ParticleDisplay display_;
    mutable Profile profile_;
};

}  // namespace

std::unique_ptr<Solver> make_flip(const FlipDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs) {
    CHECK(domain.dimensions == 3, "PIC/FLIP needs a 3D domain");
    CHECK(!domain.walls.open, "PIC/FLIP needs a tank with closed walls");
    return std::make_unique<Flip>(def, domain, start, jobs);
}

}  // namespace slosh
