#include "solvers/flip/flip.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/stats.h"
#include "base/check.h"
#include "base/math.h"
#include "grid/extrapolate.h"
#include "grid/forces/external_forces.h"
#include "grid/forces/momentum_correction.h"
#include "grid/forces/surface_tension.h"
#include "grid/grid_layout.h"
#include "grid/liquid/g2p_advection.h"
#include "grid/liquid/p2g.h"
#include "grid/liquid/reseed.h"
#include "grid/liquid/surface_continuity.h"
#include "grid/liquid/viscosity.h"
#include "grid/liquid/volume_correction.h"
#include "grid/transfer_weights.h"
#include "solver/solver.h"
#include "solvers/flip/flip_display.h"
#include "solvers/flip/flip_fields.h"
#include "solvers/flip/flip_time_step.h"
#include "solvers/flip/pressure_projection.h"
#include "solvers/flip/solids.h"

namespace slosh {
namespace {

class Flip final : public SolverFor<FlipDef> {
public:
    [[gnu::cold]] Flip(const FlipDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : def_(def), domain_(domain), jobs_(jobs) {
        const int capacity = particle_capacity(domain, def.budget.max_particles, start.count(), def.particles);
        particles_.front.start_from(start, capacity);
        particles_.back.resize(capacity);
        particles_.keep_slopes(is_affine());
        layout_ = lay_out_grid(def, domain, start.count());
        inflow_ = GridInflowOutflow(domain, layout_.spacing, start.count(), capacity);
        faces_.resize(layout_.grid, jobs_);
        cells_.resize(layout_.grid);
        scratch_.assign(layout_.grid);
        extrapolation_.resize(layout_.grid);
        continuity_.resize(layout_.grid);
        projection_.resize(layout_.grid);
        display_.resize(capacity);
        velocity_bounds_.reserve(capacity);
        momentum_.reserve(capacity);
        solids_.bodies.start(domain.walls, domain.bodies);
        update_solids();
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        for (int d = 0; d < 3; ++d) layout_.frame.velocity[d] = container.velocity[d];
        drain(container.offset);
        const float cells_crossed = max_displacement(dt, pointer_forces);
        substeps_ = def_.substeps > 0 ? def_.substeps : substeps_for(dt, cells_crossed, def_, layout_.frame);
        const float sub_dt = dt / static_cast<float>(substeps_);
        const float displacement = cells_crossed / static_cast<float>(substeps_);
        projection_.iterations = 0;
        for (int s = 0; s < substeps_; ++s) {
            const glm::vec3 offset = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            place_grid(offset);
            inflow_.emit(particles_.front, sub_dt, container, offset, def_.budget.when_full == WhenFull::recycle);
            inflow_.hold_inlet(particles_.front, domain_.gravity, -0.5f * sub_dt);
            sort_particles();
            reseed();
            particles_to_grid();
            find_level_set();
            save_velocity();
            apply_external_forces(sub_dt, pointer_forces);
            integrate_bodies_and_couple(sub_dt);
            enforce_wall_velocity(sub_dt);
            apply_surface_tension(sub_dt);
            solve_pressure(sub_dt);
            project_velocity();
            solve_viscosity(sub_dt);
            const int layers = extrapolate_velocity(displacement);
            const VelocityRange range =
                grid_to_particles_and_advect(sub_dt, layers, pointer_forces.empty() && !solids_.cut);
            bool changed = apply_cohesion(sub_dt);
            changed |= integrate_isolated_particles(sub_dt);
            changed |= move_solids(sub_dt, offset);
            velocity_range_ = changed ? std::nullopt : std::optional(range);
            if (has_run_away(s + 1, container)) break;
        }
        place_grid(container.offset + container.velocity * dt);
        solids_.bodies.update_world_bodies(offset_, container.velocity);
        display_.valid = false;
    }

    void set_parameters(const FlipDef& def, const Domain& domain) override {
        def_ = def;
        domain_.gravity = domain.gravity;
        particles_.keep_slopes(is_affine());
        update_solids();
    }

    Outcome set_user_emitters(std::span<const Emitter> emitters) override {
        return inflow_.set_user_emitters(emitters);
    }
    void set_user_drains(std::span<const Drain> drains) override { inflow_.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override {
        inflow_.drain(particles_.front, offset);
        display_.valid = false;
        return true;
    }

    void set_grabs(std::span<const Grab> grabs) override { solids_.bodies.set_grabs(grabs, offset_); }

    Outcome add_body(const BodyDef& def) override {
        const Outcome result = solids_.bodies.add_body(def, offset_);
        if (result.accepted) update_solids();
        return result;
    }

    void set_drawn_bodies(std::span<const BodyDef> defs) override {
        solids_.bodies.set_drawn(defs);
        update_solids();
    }

    ParticleView particles() const override {
        display_.update(layout_, cells_, def_.viscosity > 0, projection_, particles_.front, jobs_);
        ParticleView p = display_.view(layout_, particles_.front);
        p.bodies = solids_.bodies.world_bodies();
        return p;
    }

    Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        measure_bodies(solids_.bodies.world_bodies(), stats);
        stats.substeps = substeps_, stats.substep = projection_.dt;
        stats.iterations = static_cast<float>(projection_.iterations) / static_cast<float>(substeps_);
        return stats;
    }

    const Profile& profile() const override { return profile_; }

    GridView grid() const override { return view_of_grid(layout_, cells_, faces_, projection_); }
    void record_solves(bool on) override { projection_.replay.set_enabled(on); }
    GridView grid_at(int iteration) override {
        GridView view = grid();
        SolveReplay& replay = projection_.replay;
        if (replay.has_record()) view.vectors = replay.at(projection_.system, iteration, jobs_);
        return view;
    }

private:
    bool is_affine() const { return def_.transfer == FlipDef::Transfer::apic; }
    // Of the present sub-step.
    Motion container() const {
        const float* v = layout_.frame.velocity;
        return {offset_, {v[0], v[1], v[2]}};
    }

    // Places the grid's lower corner for the container at `offset`, m.
    void place_grid(glm::vec3 offset) {
        offset_ = offset;
        layout_.place(domain_.walls.centre + offset);
    }

    // The CFL number of a step of dt: how many cells the fastest particle crosses, relative to the container.
    float max_displacement(float dt, std::span<const PointerForce> pointer_forces) {
        const auto scope = profile_.scope("time step");
        const MacFrame& frame = layout_.frame;
        if (!velocity_range_ || velocity_range_->count != particles_.front.count)
            velocity_range_ = velocity_bounds_.measure(particles_.front, jobs_);
        const float inflow_or_body_speed = std::max(inflow_.max_speed(), solids_.bodies.max_speed());
        const float rate =
            std::max(inflow_or_body_speed / shortest_edge(frame), velocity_range_->max_cell_rate(frame));  // cells/s
        return cells_crossed_in(dt, rate, frame, domain_.gravity, pointer_forces);
    }

    void sort_particles() {
        const auto scope = profile_.scope("sort");
        particles_.sort(layout_, jobs_);
    }

    // Moves particles from crowded to sparse cells inside the fluid, by the level set of the last sub-step.
    void reseed() {
        const Reseeding::Bounds bounds{def_.min_particles_per_cell, def_.max_particles_per_cell};
        ++substep_index_;
        if (!bounds.any()) return;
        bool changed;
        {
            const auto scope = profile_.scope("reseed");
            changed = reseeding_.run(layout_.grid, layout_.frame, particles_.cells, faces_.velocity, bounds,
                                     substep_index_, inflow_, particles_.front, [&](int cell) {
                                         return cells_.phi[cell] < 0 &&
                                                is_interior(layout_.grid, cells_.phi, faces_.fraction, cell);
                                     });
        }
        if (changed) sort_particles();
    }

    void particles_to_grid() {
        const auto scope = profile_.scope("particles to grid");
        slosh::particles_to_grid(layout_.grid, layout_.frame, particles_.cells, particles_.front, faces_.velocity,
                                 faces_.weight, scratch_, jobs_);
    }

    void find_level_set() {
        const auto scope = profile_.scope("level set");
        const MacGrid& grid = layout_.grid;
        find_density(grid, particles_.cells, faces_.weight, layout_.at_rest, cells_.density, jobs_);
        if (solids_.cut) solids_.cut->divide_by_capacity(faces_.fraction, cells_.density, jobs_);
        slosh::find_level_set(grid, particles_.cells, cells_.density, def_.surface, cells_.phi, cells_.isolated, jobs_);
        if (solids_.cut) solids_.cut->fill_small_cells(cells_.density, cells_.phi, jobs_);
    }

    void save_velocity() {
        const auto scope = profile_.scope("save velocity");
        faces_.save_velocity(layout_.grid, particles_.cells, jobs_);
    }

    void apply_external_forces(float dt, std::span<const PointerForce> pointer_forces) {
        const auto scope = profile_.scope("external forces");
        add_gravity(layout_.grid, domain_.gravity, dt, faces_.velocity, jobs_);
        apply_pointer_forces(layout_.grid, layout_.frame, pointer_forces, dt, faces_.velocity, jobs_);
    }

    void integrate_bodies_and_couple(float dt) {
        if (!solids_.cut) return;
        const auto scope = profile_.scope("solids");
        solids_.integrate_and_couple(dt, domain_.gravity, container(), faces_.fraction, FlipDef::rest_density,
                                     projection_.system);
    }

    // u.n = 0 on the tank's walls, and wall friction beside them.
    void enforce_wall_velocity(float dt) {
        const auto scope = profile_.scope("solids");
        apply_wall_friction(layout_.grid, layout_.frame, def_.wall_friction, dt, faces_.velocity, jobs_);
        for (int axis = 0; axis < 3; ++axis)
            for_wall_faces(layout_.grid, axis, [&](int at, int) { faces_.velocity.axis[axis][at] = 0; });
    }

    // sigma / rho, m3/s2, limited to what is stable over dt.
    float tension_over_density(float dt) const {
        const float limit = SurfaceTension::max_tension(dt, FlipDef::rest_density, shortest_edge(layout_.frame));
        return std::min(def_.surface_tension, limit) / FlipDef::rest_density;
    }

    void apply_surface_tension(float dt) {
        if (!(def_.surface_tension > 0)) return;
        const auto scope = profile_.scope("surface tension");
        surface_tension_.apply(layout_.grid, layout_.frame, cells_.density, cells_.phi, tension_over_density(dt), dt,
                               faces_.velocity, jobs_);
    }

    // Returns whether particle velocities have changed.
    bool apply_cohesion(float dt) {
        if (!(def_.surface_tension > 0)) return false;
        const auto scope = profile_.scope("surface tension");
        surface_tension_.apply_cohesion(layout_.grid, layout_.frame, particles_.cells, cells_.isolated.data(),
                                        tension_over_density(dt), dt, particles_.front, jobs_);
        return true;
    }

    PressureProjection::Settings projection_settings() const {
        // Pressure and surface tension nearly cancel: the residual must be small beside either.
        const float tolerance = def_.surface_tension > 0 ? 0.01f * def_.tolerance : def_.tolerance;
        return {.solver = {.preconditioner = def_.preconditioner,
                           .tolerance = tolerance,
                           .max_iterations = def_.max_iterations},
                .gravity = domain_.gravity,
                .inner_solids = solids_.cut != nullptr};
    }

    void find_divergence_target(float dt) {
        const float rate = std::min(def_.volume_correction, 0.5f / dt);
        slosh::find_divergence_target(layout_.grid, cells_.density, cells_.phi, faces_.fraction, rate,
                                      cells_.divergence_target, jobs_);
        if (solids_.cut) solids_.cut->cut_divergence_target(faces_.fraction, cells_.divergence_target, jobs_);
    }

    void solve_pressure(float dt) {
        const auto scope = profile_.scope("pressure");
        find_divergence_target(dt);
        projection_.solve(layout_.frame, cells_, faces_, projection_settings(), dt, jobs_);
        solids_.apply_pressure_impulses(projection_.system, cells_.pressure, dt, true, container());
    }

    void project_velocity() {
        const auto scope = profile_.scope("project velocity");
        projection_.subtract_gradient(layout_.frame, cells_, cells_.pressure, faces_, jobs_);
    }

    // Viscosity runs after the pressure projection: in hydrostatic equilibrium the projected velocity is zero, and
    // diffusion changes nothing. A second projection removes the divergence that it introduces (Batty & Bridson 2008,
    // section 3).
    void solve_viscosity(float dt) {
        if (!(def_.viscosity > 0)) return;
        const auto scope = profile_.scope("viscosity");
        projection_.predict_viscous(cells_, dt, jobs_);
        apply_viscous_pressure(cells_.viscous_pressure, dt);
        if (solids_.cut)
            solids_.diffuse(viscosity_, layout_, cells_.phi, faces_.fraction, def_.viscosity, FlipDef::rest_density, dt,
                            container(), faces_.velocity, jobs_);
        else
            viscosity_.diffuse(layout_.grid, layout_.frame, cells_.phi, faces_.fraction, def_.viscosity, dt,
                               faces_.velocity, jobs_);
        if (!projection_.system.coupled.empty()) find_divergence_target(dt);  // body velocities have changed since
        projection_.solve_viscous(layout_.frame, cells_, faces_, projection_settings(), dt, jobs_);
        apply_viscous_pressure(cells_.viscous_change, dt);
    }

    void apply_viscous_pressure(const SimdArray<float>& pressure, float dt) {
        solids_.apply_pressure_impulses(projection_.system, pressure, dt, false, container());
        projection_.subtract_gradient(layout_.frame, cells_, pressure, faces_, jobs_);
    }

    // Extends the new velocity and the FLIP delta into the air. Returns the number of layers.
    int extrapolate_velocity(float max_displacement) {
        const auto scope = profile_.scope("extrapolation");
        faces_.make_velocity_delta(layout_.grid, particles_.cells, jobs_);
        const int layers = extrapolation_layers(def_, max_displacement);
        extrapolation_.run(layout_.grid, layers, faces_.velocity, faces_.velocity_delta, faces_.valid, jobs_);
        continuity_.apply(layout_.grid, layout_.frame, particles_.cells, cells_.phi, faces_.fraction, faces_.valid,
                          faces_.velocity, faces_.velocity_delta, jobs_);
        if (solids_.cut) solids_.cut->constrain_velocity(faces_.fraction, faces_.velocity, jobs_);
        projection_.close_separation(faces_);
        if (is_affine()) faces_.add_old_velocity(layout_.grid, particles_.cells, jobs_);
        else faces_.add_pic(layout_.grid, particles_.cells, 1 - flip_fraction(), jobs_);
        mirror_in_walls(layout_.grid, faces_.velocity);
        mirror_in_walls(layout_.grid, faces_.velocity_delta);
        return layers;
    }

    // Of FLIP in a sub-step: the PIC share is a rate, the same for any number of sub-steps.
    float flip_fraction() const {
        return static_cast<float>(power(static_cast<double>(def_.flip), 60.0 * static_cast<double>(projection_.dt)));
    }

    // `free_fall`: no solid or pointer acts, so that the total momentum may be corrected.
    VelocityRange grid_to_particles_and_advect(float dt, int layers, bool free_fall) {
        const auto scope = profile_.scope("advection");
        const MacGrid& grid = layout_.grid;
        FlipParticles& p = particles_.front;
        const glm::vec3 gravity_dt = domain_.gravity * dt;
        const uint8_t* const isolated = cells_.isolated.data();
        if (free_fall) momentum_.begin(grid, faces_.weight, p, jobs_);
        if (is_affine())
            grid_to_affine_particles(grid, layout_.frame, particles_.cells, faces_.velocity_delta, isolated, dt,
                                     gravity_dt, p, jobs_);
        VelocityRange range = slosh::grid_to_particles_and_advect(
            grid, layout_.frame, particles_.cells, is_affine() ? nullptr : &faces_.velocity_delta, flip_fraction(),
            faces_.velocity, layers, def_.advection, dt, isolated, gravity_dt, p, scratch_, velocity_bounds_, jobs_);
        if (free_fall) range.offset(momentum_.end(gravity_dt, p, jobs_));
        return range;
    }

    // Returns whether particle velocities have changed.
    bool integrate_isolated_particles(float dt) {
        const auto scope = profile_.scope("advection");
        return slosh::integrate_isolated_particles(layout_.grid, layout_.frame, particles_.cells,
                                                   cells_.isolated.data(), dt, domain_.gravity * dt, particles_.front,
                                                   jobs_);
    }

    // Takes over changed parameters and new bodies.
    void update_solids() {
        BodyDef obstacle;
        solids_.bodies.set_user_obstacle(def_.user_obstacle(obstacle) ? &obstacle : nullptr);
        if (solids_.bodies.any() && !solids_.cut) {
            const glm::vec3 offset = offset_;
            place_grid({0, 0, 0});
            solids_.cut = std::make_unique<CutCells>();
            solids_.cut->resize(layout_.grid, layout_.frame);
            place_grid(offset);
        }
        if (move_solids(0, offset_)) velocity_range_.reset();
        if (!solids_.bodies.any()) solids_.cut.reset();
        solids_.bodies.update_world_bodies(offset_, container().velocity);
    }

    // Advances the solids by dt and pushes particles out of them; `offset` is that of the container before. Returns
    // whether particle velocities may have changed.
    bool move_solids(float dt, glm::vec3 offset) {
        if (!solids_.cut) return false;
        const auto scope = profile_.scope("solids");
        const glm::vec3 velocity = container().velocity;
        place_grid(offset + velocity * dt);
        solids_.move(dt, {offset, velocity}, layout_.frame, faces_.fraction, particles_.front, jobs_);
        return true;
    }

    FlipDef def_;
    Domain domain_;
    Jobs& jobs_;
    GridLayout layout_;
    glm::vec3 offset_{0, 0, 0};  // m, of the container
    SortedParticles particles_;
    GridInflowOutflow inflow_;
    Reseeding reseeding_;
    FaceFields faces_;
    CellFields cells_;
    TransferScratch scratch_;
    Solids solids_;
    PressureProjection projection_;
    Extrapolation extrapolation_;
    SurfaceContinuity continuity_;
    MomentumCorrection momentum_;
    Viscosity viscosity_;
    SurfaceTension surface_tension_;
    VelocityBounds velocity_bounds_;
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
