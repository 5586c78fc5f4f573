#include "solvers/flip/flip.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/stats.h"
#include "base/check.h"
#include "grid/extrapolate.h"
#include "grid/grid_layout.h"
#include "grid/liquid/cut_cells.h"
#include "grid/liquid/external_forces.h"
#include "grid/liquid/g2p_advection.h"
#include "grid/liquid/momentum_correction.h"
#include "grid/liquid/p2g.h"
#include "grid/liquid/projection.h"
#include "grid/liquid/reseed.h"
#include "grid/liquid/surface_tension.h"
#include "grid/liquid/viscosity.h"
#include "grid/liquid/volume_correction.h"
#include "grid/liquid/wall_separation.h"
#include "grid/pressure/solve_replay.h"
#include "grid/transfer_weights.h"
#include "solvers/solvers.h"

namespace slosh {
namespace {

class Flip final : public Solver {
public:
    [[gnu::cold]] Flip(const FlipDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : def_(def), domain_(domain), jobs_(jobs) {
        const int room = GridInflowOutflow::room_for(domain, def.budget.max_particles, start.count(), def.particles);
        front_.start_from(start, room);
        back_.resize(room);
        keep_slopes();
        lay_out();
        flow_ = GridInflowOutflow(domain, spacing_, start.count(), room);
        for (Faces* faces : {&velocity_, &kept_, &weight_, &known_, &open_}) faces->assign(grid_);
        room_.assign(grid_);
        extrapolation_.resize(grid_);
        for (SimdArray<float>* cells : {&cell_density_, &surface_, &source_, &pressure_, &system_.diagonal, &system_.b,
                                        &system_.link[0], &system_.link[1], &system_.link[2]})
            cells->assign(grid_.size());
        ballistic_.assign(grid_.size());
        system_.grid = grid_;
        for (int axis = 0; axis < 3; ++axis)
            for_inner_rows(grid_, axis, jobs_,
                           [&](int first, int count) { std::fill_n(open_.axis[axis].data() + first, count, 1.0f); });
        density_seen_.assign(room), pressure_seen_.assign(room);
        fastest_.reserve(room);
        free_flight_.reserve(room);
        ceilings_.reserve(grid_);
        solids_.start(domain.walls, domain.bodies);
        place_solids();
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        for (int d = 0; d < 3; ++d) frame_.velocity[d] = container.velocity[d];
        flow_.drain(front_, container.offset);
        const float reach = reach_in_cells(dt, pointer_forces);
        substeps_ = def_.substeps > 0 ? def_.substeps : substeps_for(dt, reach);
        const float sub_dt = dt / static_cast<float>(substeps_);
        iterations_ = 0;
        for (int s = 0; s < substeps_; ++s) {
            const glm::vec3 offset = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            place_grid(offset);
            flow_.emit(front_, sub_dt, container, offset, def_.budget.when_full == WhenFull::recycle);
            sort();
            reseed();
            give_to_grid();
            mark_cells();
            keep_a_copy();
            add_forces(sub_dt, pointer_forces);
            pull_bodies(sub_dt);
            stop_at_walls(sub_dt);
            pull_surface(sub_dt);
            find_pressure(sub_dt);
            make_incompressible();
            slow_by_viscosity(sub_dt);
            const int layers = extrapolate(reach / static_cast<float>(substeps_));
            carry_along(sub_dt, layers, pointer_forces.empty() && !cut_);
            draw_in_strays(sub_dt);
            let_fly(sub_dt);
            move_solids(sub_dt, offset);
        }
        place_grid(container.offset + container.velocity * dt);
        solids_.show(offset_, container.velocity);
        is_seen_ = false;
    }

    void retune(const SolverDef& def, const Domain& domain) override {
        def_ = std::get<FlipDef>(def);
        domain_.gravity = domain.gravity;
        keep_slopes();
        place_solids();
    }

    SetResult pour(std::span<const Emitter> emitters) override { return flow_.pour(emitters); }

    void hold(std::span<const Grab> grabs) override { solids_.hold(grabs, offset_); }

    SetResult drop(const BodyDef& def) override {
        const SetResult result = solids_.drop(def, offset_);
        if (result.status != SetResult::refused) place_solids();
        return result;
    }

    ParticleView particles() const override {
        look();
        ParticleView p;
        p.count = front_.count, p.dimensions = 3;
        p.x = front_.x[0].view(), p.y = front_.x[1].view(), p.z = front_.x[2].view();
        p.vx = front_.v[0].view(), p.vy = front_.v[1].view(), p.vz = front_.v[2].view();
        p.id = front_.id.view(), p.kind = front_.kind.view();
        p.density = density_seen_.view(), p.pressure = pressure_seen_.view();
        p.bodies = solids_.shown();
        p.radius = spacing_ / 2, p.rest_density = rest_density, p.support = grid_.h;
        return p;
    }

    Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        measure_bodies(solids_.shown(), stats);
        stats.substeps = substeps_, stats.substep = last_dt_;
        stats.iterations = static_cast<float>(iterations_) / static_cast<float>(substeps_);
        return stats;
    }

    const Profile& profile() const override { return profile_; }

    GridView grid() const override {
        GridView view;
        view.grid = grid_, view.surface = surface_.view(), view.source = source_.view(), view.b = system_.b.view();
        for (int d = 0; d < 3; ++d) {
            view.corner[d] = frame_.corner[d], view.edge[d] = frame_.edge[d];
            const auto axis = static_cast<size_t>(d);
            view.velocity[axis] = velocity_.axis[d].view(), view.face_fraction[axis] = open_.axis[d].view();
        }
        view.pascals = pascals();
        view.vectors = solver_.vectors(), view.residuals = solver_.history();
        return view;
    }

    void record_solves(bool on) override { replay_.turn_on(on); }
    GridView grid_at(int iteration) override {
        GridView view = grid();
        if (replay_.known()) view.vectors = replay_.at(system_, iteration, jobs_);
        return view;
    }

private:
    bool is_affine() const { return def_.transfer == FlipDef::Transfer::apic; }
    void keep_slopes() { front_.keep_slopes(is_affine()), back_.keep_slopes(is_affine()); }

    void lay_out() {
        const bool awaits = domain_.inflow_volume > 0;
        const GridLayout layout =
            lay_out_grid(domain_.walls, static_cast<double>(fluid_volume(domain_) + domain_.inflow_volume),
                         awaits ? def_.particles : front_.count, def_.density, def_.particles_per_cell);
        grid_ = layout.grid, frame_ = layout.frame, spacing_ = layout.spacing, at_rest_ = layout.at_rest;
        place_grid({0, 0, 0});
    }

    void place_grid(glm::vec3 offset) {
        offset_ = offset;
        const Walls& walls = domain_.walls;
        for (int d = 0; d < 3; ++d) frame_.corner[d] = walls.centre[d] + offset[d] - frame_.top[d] * frame_.edge[d] / 2;
    }

    // How many cells the fastest particle crosses in dt, as the container sees it.
    float reach_in_cells(float dt, std::span<const PointerForce> pointer_forces) {
        const auto scope = profile_.scope("sort");
        const float most = std::max(std::max(flow_.max_speed(), solids_.max_speed()) / shortest_edge(frame_),
                                    fastest_.max_cells_a_second(frame_, front_, jobs_));
        float pull = 0;
        for (int d = 0; d < 3; ++d) pull += std::abs(domain_.gravity[d]) * frame_.inv_edge[d];
        for (const PointerForce& stir : pointer_forces)
            if (stir.kind == PointerForce::repel) pull += stir.limit / shortest_edge(frame_);
        return std::min(dt * (most + dt * pull), 1e6f);
    }

    // By the cells that are crossed, and by what capillary waves bear.
    int substeps_for(float dt, float reach) const {
        const int by_speed = std::clamp(static_cast<int>(reach / def_.cfl) + 1, 1, max_substeps);
        if (!(def_.surface_tension > 0)) return by_speed;
        const float longest = SurfaceTension::longest_step(def_.surface_tension, rest_density, shortest_edge(frame_));
        return std::max(static_cast<int>(std::min(dt / longest, static_cast<float>(max_capillary_substeps - 1))) + 1,
                        by_speed);
    }

    void sort() {
        const auto scope = profile_.scope("sort");
        cells_.sort(grid_, frame_, front_, back_, jobs_);
        std::swap(front_, back_);
    }

    // Cells with too few particles or too many, by the surface of the last sub-step.
    void reseed() {
        const Reseeding::Bounds bounds{def_.min_particles_per_cell, def_.max_particles_per_cell};
        ++substeps_done_;
        if (!bounds.any()) return;
        bool changed;
        {
            const auto scope = profile_.scope("reseed");
            changed =
                reseeding_.run(grid_, frame_, cells_, velocity_, bounds, substeps_done_, flow_, front_,
                               [&](int cell) { return surface_[cell] < 0 && is_inside(grid_, surface_, open_, cell); });
        }
        if (changed) sort();
    }

    void give_to_grid() {
        const auto scope = profile_.scope("particles to grid");
        particles_to_grid(grid_, frame_, cells_, front_, velocity_, weight_, room_, jobs_);
    }

    void mark_cells() {
        const auto scope = profile_.scope("mark cells");
        find_density(grid_, cells_, weight_, at_rest_, cell_density_, jobs_);
        if (cut_) cut_->fill_up(open_, cell_density_, jobs_);
        find_level_set(grid_, cells_, cell_density_, def_.surface, surface_, ballistic_, jobs_);
        if (cut_) cut_->fill_gaps(cell_density_, surface_, jobs_);
    }

    void keep_a_copy() {
        const auto scope = profile_.scope("keep a copy");
        jobs_.run(grid_.nz + 2, [&](int plane) {
            for (int j = -1, at = plane * grid_.slab; j <= grid_.ny; ++j, at += grid_.row)
                for (int d = 0; d < 3; ++d) {
                    const float* now = velocity_.axis[d].data() + at;
                    float* kept = kept_.axis[d].data() + at;
                    if (cells_.any_around(grid_, j, plane - 1)) std::copy_n(now, grid_.row, kept);
                    else std::fill_n(kept, grid_.row, 0.0f);
                }
        });
    }

    void add_forces(float dt, std::span<const PointerForce> pointer_forces) {
        const auto scope = profile_.scope("forces");
        add_gravity(grid_, domain_.gravity, dt, velocity_, jobs_);
        apply_pointer_forces(grid_, frame_, pointer_forces, dt, velocity_, jobs_);
    }

    void pull_bodies(float dt) {
        if (!cut_) return;
        const auto scope = profile_.scope("solid faces");
        solids_.kick(dt, domain_.gravity, offset_, container_velocity());
        cut_->take_velocities(solids_);
        cut_->couple(solids_, open_, rest_density, system_.coupled);
    }

    void stop_at_walls(float dt) {
        const auto scope = profile_.scope("solid faces");
        rub_walls(grid_, frame_, def_.wall_friction, dt, velocity_, jobs_);
        for (int axis = 0; axis < 3; ++axis)
            for_wall_faces(grid_, axis, [&](int at, int) { velocity_.axis[axis][at] = 0; });
    }

    // m3/s2: no more than a sub-step bears.
    float tension_over_density(float dt) const {
        const float most = SurfaceTension::max_tension(dt, rest_density, shortest_edge(frame_));
        return std::min(def_.surface_tension, most) / rest_density;
    }

    void pull_surface(float dt) {
        if (!(def_.surface_tension > 0)) return;
        const auto scope = profile_.scope("surface tension");
        surface_tension_.push(grid_, frame_, cell_density_, surface_, tension_over_density(dt), dt, velocity_, jobs_);
    }

    void draw_in_strays(float dt) {
        if (!(def_.surface_tension > 0)) return;
        const auto scope = profile_.scope("surface tension");
        surface_tension_.draw_in(grid_, frame_, cells_, ballistic_.data(), tension_over_density(dt), dt, front_, jobs_);
        fastest_.forget();
    }

    void find_pressure(float dt) {
        const auto scope = profile_.scope("pressure");
        find_source(dt);
        solve(solver_, pressure_, dt);
        last_dt_ = dt;
        if (ceilings_.open_up(frame_, domain_.gravity, dt, cut_ != nullptr, system_, pressure_, surface_, open_,
                              velocity_))
            solve(solver_, pressure_, dt);
        if (!system_.coupled.empty()) yield_to(pressure_, dt);
    }

    void yield_to(const SimdArray<float>& pressure, float dt) {
        solids_.yield(system_, pressure.data(), dt, offset_, container_velocity());
        cut_->take_velocities(solids_);
    }

    // `pressure` is the last answer and becomes the next.
    void solve(PressureSolver& solver, SimdArray<float>& pressure, float dt) {
        assemble_pressure(frame_, surface_, open_, velocity_, source_.data(), system_, jobs_);
        // The system's pressure has dt in its unit.
        const float ratio = last_dt_ > 0 ? dt / last_dt_ : 0;
        if (ratio != 1)
            jobs_.for_range(grid_.size(), cell_block, [&](int begin, int end) {
                for (int at = begin; at < end; ++at) pressure[at] *= ratio;
            });
        // Pressure and tension all but cancel: what is left must be exact beside either.
        const float tolerance = def_.surface_tension > 0 ? 0.01f * def_.tolerance : def_.tolerance;
        const PressureSolver::Options options{def_.preconditioner, tolerance, def_.max_iterations};
        if (&solver == &solver_) replay_.keep(system_, pressure, options);  // the one to look at
        iterations_ += solver.solve(system_, pressure, options, jobs_).iterations;
    }

    void find_source(float dt) {
        const float rate = std::min(def_.volume_correction, 0.5f / dt);
        correct_volume(grid_, cell_density_, surface_, open_, rate, source_, jobs_);
        if (cut_) cut_->cut_source(open_, source_, jobs_);
    }

    void make_incompressible() {
        const auto scope = profile_.scope("subtract gradient");
        subtract_gradient(system_, frame_, surface_, open_, pressure_, velocity_, known_, jobs_);
        ceilings_.let_go(frame_, pressure_, velocity_);
    }

    // After what lies still under its weight lies still: only then is there nothing to slow down. What that leaves of
    // a divergence goes by a pressure of its own (Batty & Bridson 2008, section 3).
    void slow_by_viscosity(float dt) {
        if (!(def_.viscosity > 0)) return;
        const auto scope = profile_.scope("viscosity");
        if (viscous_pressure_.size() != grid_.size()) viscous_pressure_.assign(grid_.size());
        viscosity_.diffuse(grid_, frame_, surface_, open_, def_.viscosity, dt, velocity_, jobs_);
        if (!system_.coupled.empty()) find_source(dt);  // the bodies have yielded since
        solve(viscous_solver_, viscous_pressure_, dt);
        if (!system_.coupled.empty()) yield_to(viscous_pressure_, dt);
        subtract_gradient(system_, frame_, surface_, open_, viscous_pressure_, velocity_, known_, jobs_);
        ceilings_.let_go(frame_, viscous_pressure_, velocity_);
    }

    // The new velocities, and of the old ones what the transfer wants: see carry(). How many layers.
    int extrapolate(float reach) {
        const auto scope = profile_.scope("extrapolate");
        const float flip = is_affine() ? 0 : def_.flip;
        // Wherever a face is known: the fluid ends at most two rows from its particles.
        for_rows_around(grid_, cells_, 3, jobs_, [&](int begin, int end) {
            for (int axis = 0; axis < 3; ++axis) {
                const float* now = velocity_.axis[axis].data();
                float* gained = kept_.axis[axis].data();
                for (int at = begin; at < end; at += lanes)
                    store(gained + at, load(now + at) - flip * load(gained + at));
            }
        });
        const float share = def_.advection == Advection::rk3 ? 0.75f : 0.5f;
        // Particles beside the fluid look two faces farther, and come as far again as they go.
        const int layers = std::min(4 + static_cast<int>(2 * share * std::min(reach, 100.0f)), max_layers);
        extrapolation_.run(grid_, layers, velocity_, kept_, known_, jobs_);
        if (cut_) cut_->constrain(open_, velocity_, jobs_);
        ceilings_.close(open_);
        mirror_in_walls(grid_, velocity_);
        mirror_in_walls(grid_, kept_);
        return layers;
    }

    // What is surrounded by fluid goes on with it.
    void carry_along(float dt, int layers, bool undisturbed) {
        const auto scope = profile_.scope("carry particles");
        const glm::vec3 g = domain_.gravity * dt;
        const auto scheme = def_.advection;
        if (undisturbed) free_flight_.begin(grid_, weight_, front_, jobs_);
        if (is_affine()) grid_to_affine_particles(grid_, frame_, cells_, kept_, ballistic_.data(), g, front_, jobs_);
        carry(grid_, frame_, cells_, is_affine() ? nullptr : &kept_, def_.flip, velocity_, layers, scheme, dt,
              ballistic_.data(), g, front_, room_, fastest_, jobs_);
        if (undisturbed) fastest_.shift(free_flight_.end(g, front_, jobs_));
    }

    // And what is alone flies.
    void let_fly(float dt) {
        const auto scope = profile_.scope("carry particles");
        if (fly(grid_, frame_, cells_, ballistic_.data(), dt, front_, jobs_)) fastest_.forget();
    }

    // At the start, and when the parameters have changed.
    void place_solids() {
        BodyDef own;
        solids_.set_own(def_.user_obstacle(own) ? &own : nullptr);
        if (solids_.any() && !cut_) {
            const glm::vec3 offset = offset_;
            place_grid({0, 0, 0});
            cut_ = std::make_unique<CutCells>();
            cut_->resize(grid_, frame_);
            place_grid(offset);
        }
        move_solids(0, offset_);
        if (!solids_.any()) cut_.reset();
        solids_.show(offset_, container_velocity());
    }

    glm::vec3 container_velocity() const { return {frame_.velocity[0], frame_.velocity[1], frame_.velocity[2]}; }

    // The container was at `offset` when dt began.
    void move_solids(float dt, glm::vec3 offset) {
        if (!cut_) return;
        const auto scope = profile_.scope("solid faces");
        place_grid(offset + container_velocity() * dt);
        if (dt > 0) solids_.advance(dt, offset, container_velocity());
        else solids_.see(offset, container_velocity());
        if (solids_.changed()) cut_->find(solids_, open_, jobs_);
        cut_->push_out(frame_, front_, jobs_);
        fastest_.forget();
    }

    // The unit of the system's pressure, which has the sub-step in it.
    float pascals() const {
        const float shortest = shortest_edge(frame_);
        return last_dt_ > 0 ? rest_density * shortest * shortest / last_dt_ : 0;
    }

    // What only those who look need: density and pressure where the particles are.
    void look() const {
        if (is_seen_) return;
        is_seen_ = true;
        density_seen_.set_count(front_.count), pressure_seen_.set_count(front_.count);
        cells_to_particles(grid_, frame_, cell_density_, nullptr, rest_density, front_, density_seen_, jobs_);
        const bool two = def_.viscosity > 0 && viscous_pressure_.size() > 0;
        cells_to_particles(grid_, frame_, pressure_, two ? &viscous_pressure_ : nullptr, pascals(), front_,
                           pressure_seen_, jobs_);
    }

    static constexpr float rest_density = 1000;
    static constexpr int max_substeps = 8, max_capillary_substeps = 64, max_layers = 12, cell_block = 16384;

    FlipDef def_;
    Domain domain_;
    Jobs& jobs_;
    MacGrid grid_;
    MacFrame frame_;
    float spacing_ = 1, at_rest_ = 8, last_dt_ = 0;  // at_rest: particles in a cell
    int substeps_ = 1, iterations_ = 0;
    uint64_t substeps_done_ = 0;
    FlipParticles front_, back_;
    GridInflowOutflow flow_;
    Reseeding reseeding_;
    ParticleSort cells_;
    Faces velocity_, kept_, weight_, known_, open_;
    TransferScratch room_;
    Obstacles solids_;
    std::unique_ptr<CutCells> cut_;  // null where no solid cuts a cell
    glm::vec3 offset_{0, 0, 0};      // of the container
    WallSeparation ceilings_;
    Extrapolation extrapolation_;
    MomentumCorrection free_flight_;
    Viscosity viscosity_;
    SurfaceTension surface_tension_;
    SimdArray<float> cell_density_, surface_, source_, pressure_, viscous_pressure_;
    SimdArray<uint8_t> ballistic_;
    PressureSystem system_;
    PressureSolver solver_, viscous_solver_;
    SolveReplay replay_;
    VelocityBounds fastest_;
    mutable SimdArray<float> density_seen_, pressure_seen_;
    mutable bool is_seen_ = false;
    mutable Profile profile_;
};

}  // namespace

std::unique_ptr<Solver> make_flip(const FlipDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs) {
    CHECK(domain.dimensions == 3, "PIC/FLIP lives in 3 dimensions");
    CHECK(!domain.walls.open, "the grid of PIC/FLIP fills a tank");
    return std::make_unique<Flip>(def, domain, start, jobs);
}

}  // namespace slosh
