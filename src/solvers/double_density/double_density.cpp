#include "solvers/double_density/double_density.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "analysis/stats.h"
#include "base/check.h"
#include "domain/initial_particles.h"
#include "rigid/drawn_obstacles.h"
#include "solver/solver.h"
#include "solvers/double_density/collisions.h"
#include "solvers/double_density/external_forces.h"
#include "solvers/double_density/inflow_outflow.h"
#include "solvers/double_density/springs.h"
#include "solvers/double_density/state.h"
#include "solvers/double_density/time_step.h"
#include "solvers/double_density/viscosity.h"
#include "solvers/double_density/wall_contact.h"
#include "sph/lattice.h"

namespace slosh {
namespace {

class DoubleDensity final : public SolverFor<DoubleDensityDef> {
public:
    DoubleDensity(const DoubleDensityDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : def_(def),
          domain_(domain),
          jobs_(jobs),
          spacing_(sph::spacing_at_rest<2>(domain, start.filling_count(), def.particles)),
          h_(DoubleDensityDef::radius_in_spacings * spacing_),
          capacity_(std::max(particle_capacity(domain, def.budget.max_particles, start, def.particles), 1)),
          inflow_(domain, spacing_, start.count(), capacity_) {
        CHECK(domain.dimensions == 2, "double density relaxation is a 2D method");
        const int n = start.count();
        front_.resize(n, capacity_);
        back_.resize(n, capacity_);
        relaxation_.resize(n, capacity_);
        slots_.resize(n, capacity_);
        for (int i = 0; i < n; ++i) {
            const auto k = static_cast<size_t>(i);
            front_.x[i] = start.position[k].x, front_.y[i] = start.position[k].y;
            front_.vx[i] = start.velocity[k].x, front_.vy[i] = start.velocity[k].y;
            front_.kind[i] = start.kind[k];
            front_.mass[i] = DoubleDensityDef::mass_of(start.kind[k]);
            front_.id[i] = static_cast<uint32_t>(i);
        }
        reserve_search();
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        substeps_ =
            substeps_for(def_, dt, fineness(), glm::length(domain_.gravity), max_speed(container.velocity) * dt / h_);
        const float sub_dt = sub_dt_ = dt / static_cast<float>(substeps_);
        drain(container.offset);
        for (int s = 1; s <= substeps_; ++s) {
            emit(sub_dt,
                 {container.offset + container.velocity * (sub_dt * static_cast<float>(s - 1)), container.velocity});
            const Wall2 wall(domain_.walls, container.offset + container.velocity * (sub_dt * static_cast<float>(s)));
            accelerate(sub_dt, pointer_forces, wall);
            attract_to_obstacles(sub_dt);
            apply_viscosity(sub_dt, wall);
            predict(sub_dt);
            sort(wall);
            relax(sub_dt);
            apply_springs(sub_dt);
            collide(sub_dt, wall, container);
            keep_outside_obstacles(
                sub_dt, {{wall.x - domain_.walls.centre.x, wall.y - domain_.walls.centre.y, 0}, container.velocity});
            if (has_run_away(s, container)) break;
        }
    }

    void set_parameters(const DoubleDensityDef& def, const Domain& domain) override {
        def_ = def;
        domain_.gravity = domain.gravity;
        obstacles_.set_range(obstacle_response().range());
    }

    void set_drawn_bodies(std::span<const BodyDef> defs) override {
        obstacles_.set(defs, 2, obstacle_response().range());
    }

    Outcome set_user_emitters(std::span<const Emitter> emitters) override {
        return inflow_.set_user_emitters(emitters);
    }
    void set_user_drains(std::span<const Drain> drains) override { inflow_.set_user_drains(drains); }
    bool drain(glm::vec3 offset) override {
        if (inflow_.drain(front_, relaxation_, springs_, slots_, offset)) count_changed();
        return true;
    }

    // Of a particle that the wall attracts over the whole range.
    float own_energy() const override {
        const float range = def_.stick_distance * h_;
        return scaled_stickiness() * range * range / 6;
    }

    ParticleView particles() const override {
        ParticleView p;
        p.count = front_.count;
        p.dimensions = 2;
        p.x = front_.x.view(), p.y = front_.y.view();
        p.vx = front_.vx.view(), p.vy = front_.vy.view();
        p.density = relaxation_.density.view();
        p.pressure = relaxation_.pressure.view();
        p.id = front_.id.view();
        p.kind = front_.kind.view();
        p.radius = spacing_ / 2;
        p.rest_density = def_.rest_density;
        p.support = h_;
        for (uint8_t k = 0; k < p.masses.size(); ++k) p.masses[k] = DoubleDensityDef::mass_of(k);
        p.bodies = obstacles_.bodies();
        return p;
    }

    [[gnu::cold]] Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        stats.substeps = substeps_;
        stats.substep = sub_dt_;
        return stats;
    }

    const Profile& profile() const override { return profile_; }

private:
    // Of a particle, relative to the container, u/s.
    float max_speed(glm::vec3 container_velocity) const {
        const BlobArrays& b = front_;
        Float4 squares = splat(0.0f);
        for (int i = 0; i < b.count; i += lanes) {
            const Float4 vx = load(&b.vx[i]) - container_velocity.x, vy = load(&b.vy[i]) - container_velocity.y;
            const Int4 counts = (i + Int4{0, 1, 2, 3}) < b.count;
            squares = max(squares, mask_and(counts, vx * vx + vy * vy));
        }
        return __builtin_sqrtf(-reduce_min(-squares, 0.0f));
    }

    void emit(float dt, const Motion& container) {
        if (inflow_.emit(front_, springs_, slots_, dt, container, obstacles_.bodies(), def_.budget.when_full))
            count_changed();
    }

    void count_changed() {
        back_.set_count(front_.count);
        relaxation_.set_count(front_.count);
    }

    void accelerate(float dt, std::span<const PointerForce> pointer_forces, const Wall2& wall) {
        const auto scope = profile_.scope("accelerate");
        const ExternalForces forces{.gravity = domain_.gravity,
                                    .weight_difference = def_.weight_difference,
                                    .pointers = pointer_forces,
                                    .stickiness = scaled_stickiness(),
                                    .stick_distance = def_.stick_distance * h_};
        apply_external_forces(front_, forces, wall, dt, jobs_);
    }

    void apply_viscosity(float dt, const Wall2& wall) {
        if (def_.linear_viscosity == 0 && def_.quadratic_viscosity == 0) return viscosity_.clear();
        sort(wall);
        const auto scope = profile_.scope("viscosity");
        // The kinematic viscosity does not depend on the count: nu ~ sigma h^2.
        const float scale = fineness();
        const ViscosityConstants c{
            .h = h_, .dt = dt, .linear = def_.linear_viscosity * scale * scale, .quadratic = def_.quadratic_viscosity};
        viscosity_.apply(front_, cells_, slots_, c, relaxation_.strips, relaxation_.sums, jobs_);
    }

    void predict(float dt) {
        const auto scope = profile_.scope("predict");
        BlobArrays& b = front_;
        jobs_.for_range(b.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) {
                store(&b.x[i], load(&b.x[i]) + load(&b.vx[i]) * dt);
                store(&b.y[i], load(&b.y[i]) + load(&b.vy[i]) * dt);
            }
        });
        b.x.pad_with(far_away), b.y.pad_with(far_away);
    }

    void build_cells(const Wall2& wall) {
        const bool sequential = def_.mode == DoubleDensityDef::Mode::sequential;
        glm::vec3 lo{wall.x - wall.half_x, wall.y - wall.half_y, 0}, hi{wall.x + wall.half_x, wall.y + wall.half_y, 0};
        if (wall.shape == Shape::circle) {
            lo.y = wall.y - wall.half_x;
            hi.y = wall.y + wall.half_x;
        }
        // The cells of the original are squares of side h whose corners are multiples of h.
        if (sequential) {
            lo = {floor_to(lo.x, h_) - 2 * h_, floor_to(lo.y, h_) - 2 * h_, 0};
            hi += 4 * h_;
        }
        cells_.build(2, {lo, hi}, sequential ? h_ : h_ * cell_margin, {front_.count, front_.x.data(), front_.y.data()},
                     jobs_);
    }

    // Builds the cells of as many particles as there may be, so that the search allocates its memory now and not in a
    // step.
    void reserve_search() {
        const int count = front_.count;
        if (count == capacity_) return;
        front_.set_count(capacity_);
        build_cells({domain_.walls, glm::vec3(0)});
        relaxation_.strips.build(cells_, slots_per_strip);
        front_.set_count(count);
    }

    void sort(const Wall2& wall) {
        const auto scope = profile_.scope("sort");
        build_cells(wall);
        const std::span<const uint32_t> order = cells_.order();
        jobs_.for_range(front_.count, cheap_block, [&](int begin, int end) {
            for (int slot = begin; slot < end; ++slot) {
                const int from = static_cast<int>(order[static_cast<size_t>(slot)]);
                back_.x[slot] = front_.x[from], back_.y[slot] = front_.y[from];
                back_.vx[slot] = front_.vx[from], back_.vy[slot] = front_.vy[from];
                back_.mass[slot] = front_.mass[from];
                back_.kind[slot] = front_.kind[from];
                back_.support[slot] = front_.support[from];
                const uint32_t id = front_.id[from];
                back_.id[slot] = id;
                slots_.set(slots_.index_of(id), slot);
            }
        });
        std::swap(front_, back_);
    }

    void relax(float dt) {
        const auto scope = profile_.scope("relax");
        const float scale = fineness();  // keeps c^2 ~ k h
        const RelaxConstants c{.h = h_,
                               .stiffness = def_.stiffness * scale,
                               .near_stiffness = def_.near_stiffness * scale,
                               .rest_density = def_.rest_density,
                               .dt = dt,
                               .approximate_unit = def_.unit == DoubleDensityDef::UnitVectors::approximate,
                               .damping = damping_in(def_, dt, scale, glm::length(domain_.gravity))};
        if (def_.mode == DoubleDensityDef::Mode::sequential) relax_sequential(front_, cells_, c, relaxation_, slots_);
        else relax_parallel(front_, cells_, c, relaxation_, jobs_);
    }

    // The original's h over this one: stiffnesses and losses scale with it.
    float fineness() const { return DoubleDensityDef::reference_radius / h_; }

    // For this h. The weight that the walls hold does not depend on the count: it is ~ s h^2.
    float scaled_stickiness() const { return def_.stickiness * fineness() * fineness(); }

    // A fraction lost over a distance h in a time ~ h is a viscosity ~ h: a larger fraction keeps finer fluid as
    // viscous.
    static float scaled_loss(float fraction, float scale, float max_loss) {
        return std::max(fraction, std::min(fraction * scale, max_loss));
    }

    void apply_springs(float dt) {
        if (def_.spring_stiffness == 0) return springs_.clear();
        const auto scope = profile_.scope("springs");
        // The speed of elastic waves does not depend on the count: c^2 ~ k h^2.
        const float scale = fineness();
        const SpringConstants c{.h = h_,
                                .dt = dt,
                                .stiffness = def_.spring_stiffness * scale * scale,
                                .yield_ratio = def_.yield_ratio,
                                .plasticity = def_.plasticity};
        springs_.apply(front_, cells_, slots_, c, relaxation_, jobs_);
    }

    void collide(float dt, const Wall2& wall, const Motion& container) {
        const auto scope = profile_.scope("collide");
        const bool sequential = def_.mode == DoubleDensityDef::Mode::sequential;
        move_and_collide(front_, relaxation_, wall,
                         {.dt = dt,
                          .wall_velocity = container.velocity,
                          .gravity = domain_.gravity,
                          .friction = sequential ? 0 : scaled_loss(def_.friction, fineness(), 0.3f),
                          .max_inset = sequential ? 0 : h_ * 1e-3f,
                          .kick = def_.anti_stick ? h_ : 0},
                         jobs_);
    }

    void attract_to_obstacles(float dt) {
        if (obstacles_.empty() || def_.stickiness == 0) return;
        BlobArrays& b = front_;
        const DrawnObstacles::Response response = obstacle_response();
        jobs_.for_range(b.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                const glm::vec3 dv = obstacles_.attraction({b.x[i], b.y[i], 0}, response) * dt;
                b.vx[i] += dv.x, b.vy[i] += dv.y;
            }
        });
    }

    DrawnObstacles::Response obstacle_response() const {
        return {.gap = spacing_ / 2,
                .friction = scaled_loss(def_.friction, fineness(), 0.3f),
                .stickiness = scaled_stickiness(),
                .stick_distance = def_.stick_distance * h_};
    }

    void keep_outside_obstacles(float dt, const Motion& container) {
        obstacles_.move(container);
        if (obstacles_.empty()) return;
        const auto scope = profile_.scope("obstacles");
        BlobArrays& b = front_;
        const DrawnObstacles::Response response = obstacle_response();
        jobs_.for_range(b.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                glm::vec3 x(b.x[i], b.y[i], 0), v(b.vx[i], b.vy[i], 0);
                obstacles_.keep_outside(x, v, dt, response);
                b.x[i] = x.x;
                b.y[i] = x.y;
                b.vx[i] = v.x;
                b.vy[i] = v.y;
            }
        });
    }

    static float floor_to(float v, float unit) {
        const float whole = static_cast<float>(static_cast<int>(v / unit));
        return (whole * unit > v ? whole - 1 : whole) * unit;
    }

    DoubleDensityDef def_;
    Domain domain_;
    Jobs& jobs_;
    float spacing_ = 1;  // of particles at rest, u
    float h_ = 1;        // interaction radius, u
    int capacity_ = 1;   // maximum number of particles
    int substeps_ = 1;   // of the last step
    float sub_dt_ = 0;   // s
    BlobArrays front_, back_;
    Relaxation relaxation_;
    CellGrid cells_;
    SlotsByIndex slots_;
    Springs springs_;
    BlobInflowOutflow inflow_;
    BlobViscosity viscosity_;
    DrawnObstacles obstacles_;
    mutable Profile profile_;
};

}  // namespace

std::unique_ptr<Solver> make_double_density(const DoubleDensityDef& def, const Domain& domain,
                                            const InitialParticles& start, Jobs& jobs) {
    return std::make_unique<DoubleDensity>(def, domain, start, jobs);
}

}  // namespace slosh
