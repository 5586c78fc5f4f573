#include "solvers/double_density/double_density.h"

#include <algorithm>

#include "analysis/stats.h"
#include "base/check.h"
#include "domain/initial_particles.h"
#include "rigid/drawn_obstacles.h"
#include "solver/solver.h"
#include "solvers/double_density/inflow_outflow.h"
#include "solvers/double_density/springs.h"
#include "solvers/double_density/state.h"
#include "solvers/double_density/viscosity.h"
#include "solvers/double_density/wall_contact.h"

namespace slosh {
namespace {

constexpr float display_step = 1.0f / 60;  // s
constexpr float support_time = 0.15f;      // s, over which the support of a particle is averaged

class DoubleDensity final : public SolverFor<DoubleDensityDef> {
public:
    DoubleDensity(const DoubleDensityDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : def_(def),
          domain_(domain),
          jobs_(jobs),
          spacing_(spacing_at_rest(def, domain, start.count())),
          h_(DoubleDensityDef::radius_in_spacings * spacing_),
          capacity_(std::max(particle_capacity(domain, def.budget.max_particles, start.count(), def.particles), 1)),
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
            front_.kind[i] = start.kind[k], front_.mass[i] = DoubleDensityDef::mass_of(start.kind[k]);
            front_.id[i] = static_cast<uint32_t>(i);
        }
        reserve_search();
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        substeps_ = substeps_for(dt, container.velocity);
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
        obstacles_.set_reach(obstacle_response().reach());
    }

    void set_drawn_bodies(std::span<const BodyDef> defs) override {
        obstacles_.set(defs, 2, obstacle_response().reach());
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
        p.density = relaxation_.density.view(), p.pressure = relaxation_.pressure.view();
        p.id = front_.id.view(), p.kind = front_.kind.view();
        p.radius = spacing_ / 2;
        p.rest_density = def_.rest_density;
        p.support = h_;
        for (uint8_t k = 0; k < p.masses.size(); ++k) p.masses[k] = DoubleDensityDef::mass_of(k);
        p.bodies = obstacles_.bodies();
        return p;
    }

    [[gnu::cold]] Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        stats.substeps = substeps_, stats.substep = sub_dt_;
        return stats;
    }

    const Profile& profile() const override { return profile_; }

private:
    static float spacing_at_rest(const DoubleDensityDef& def, const Domain& domain, int initial_count) {
        const int count = domain.inflow_volume > 0 ? def.particles : initial_count;
        const float area = (fluid_volume(domain) + domain.inflow_volume) / static_cast<float>(std::max(count, 1));
        return __builtin_sqrtf(area);
    }

    // One sub-step in 1/60 s at the original's h. For smaller h, dt ~ h (the CFL number), and 1.3 times as many
    // sub-steps where the fluid is many h deep: with fewer the densest layers are unstable. Displacements grow with
    // k dt^2: beyond these values one sub-step lets fluid at rest boil. And no wall may sweep up a dense layer of
    // particles within a sub-step, which would fly off at many times its speed.
    int substeps_for(float dt, glm::vec3 container_velocity) const {
        if (def_.substeps > 0) return def_.substeps;
        constexpr float max_stiffness = 60, max_near_stiffness = 150, max_stickiness = 250;
        constexpr float max_crossed = 0.5f;  // of h in a sub-step, relative to the container
        constexpr float most_by_speed = 32;  // sub-steps
        const float finer = std::max(fineness() - 1, 0.0f);
        const float stiffer = std::max({def_.stiffness / max_stiffness, def_.near_stiffness / max_near_stiffness,
                                        def_.stickiness / max_stickiness, 1.0f});
        float needed = dt / display_step * (1 + 1.3f * finer) * __builtin_sqrtf(stiffer);
        // In a sub-step all springs of a particle together can move it by about its elongation: stiffer ones are
        // bounded.
        const float springs = dt * fineness() * __builtin_sqrtf(15 * def_.spring_stiffness);
        needed = std::max(needed, springs);
        const float crossed = max_speed(container_velocity) * dt / h_;
        needed = std::max(needed, std::min(crossed / max_crossed, most_by_speed));
        return std::clamp(static_cast<int>(needed + 0.95f), 1, 256);
    }

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
        const bool recycles = def_.budget.when_full == WhenFull::recycle;
        if (inflow_.emit(front_, springs_, slots_, dt, container, obstacles_.bodies(), recycles)) count_changed();
    }

    void count_changed() {
        back_.set_count(front_.count);
        relaxation_.set_count(front_.count);
    }

    // v += (weight gravity + pointer force) dt / m, where the weights of the three kinds are 1 + d, 1, 1 - d in fluid
    // at rest. In free fall all are 1: without pressure there is no buoyancy.
    void accelerate(float dt, std::span<const PointerForce> pointer_forces, const Wall2& wall) {
        const auto scope = profile_.scope("accelerate");
        BlobArrays& b = front_;
        const float middle_mass = DoubleDensityDef::mass_of(1);
        const float weight_per_mass = def_.weight_difference / (middle_mass - DoubleDensityDef::mass_of(0));
        const float stickiness = scaled_stickiness() * dt, stick_distance = def_.stick_distance * h_;
        jobs_.for_range(b.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) {
                const Float4 x = load(&b.x[i]), y = load(&b.y[i]), mass = load(&b.mass[i]), inv_mass = dt / mass;
                const Float4 weight = 1.0f + (middle_mass - mass) * weight_per_mass * load(&b.support[i]);
                Float4 vx = load(&b.vx[i]), vy = load(&b.vy[i]);
                Float4 fx = weight * domain_.gravity.x, fy = weight * domain_.gravity.y;
                for (const PointerForce& force : pointer_forces) {
                    const Float4 dx = x - force.position.x, dy = y - force.position.y;
                    const Float4 r2 = dx * dx + dy * dy + 1e-12f, r = sqrt(r2);
                    if (force.kind == PointerForce::repel) {
                        const Float4 scale = min(force.strength / r2, splat(force.limit)) / r;
                        fx += scale * dx, fy += scale * dy;
                    } else {
                        const Float4 falloff = max(1.0f - r / force.radius, splat(0.0f));
                        const Float4 blend = min(falloff * (force.strength * dt), splat(1.0f));
                        vx += blend * (force.velocity.x - vx), vy += blend * (force.velocity.y - vy);
                    }
                }
                vx += fx * inv_mass, vy += fy * inv_mass;
                if (stickiness > 0) {
                    const WallContact contact = closest_point(wall, x, y, splat(0.0f));
                    const Float4 gap = max(contact.gap, splat(0.0f));
                    const Float4 attraction = gap * max(1.0f - gap / stick_distance, splat(0.0f)) * stickiness;
                    vx += contact.nx * attraction, vy += contact.ny * attraction;
                }
                store(&b.vx[i], vx), store(&b.vy[i], vy);
            }
        });
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
        if (wall.shape == Shape::circle) lo.y = wall.y - wall.half_x, hi.y = wall.y + wall.half_x;
        // The cells of the original are squares of side h whose corners are multiples of h.
        if (sequential) lo = {floor_to(lo.x, h_) - 2 * h_, floor_to(lo.y, h_) - 2 * h_, 0}, hi += 4 * h_;
        cells_.build(2, lo, hi, sequential ? h_ : h_ * 1.001f, front_.count, front_.x.data(), front_.y.data(), nullptr,
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
                back_.mass[slot] = front_.mass[from], back_.kind[slot] = front_.kind[from];
                back_.support[slot] = front_.support[from];
                const uint32_t id = front_.id[from];
                back_.id[slot] = id;
                slots_.set(slots_.place(id), slot);
            }
        });
        std::swap(front_, back_);
    }

    void relax(float dt) {
        const auto scope = profile_.scope("relax");
        const float scale = fineness();  // keeps c^2 ~ k h
        // With a larger damping all neighbours together reverse a velocity.
        constexpr float max_damping = 0.2f;
        const RelaxConstants c{.h = h_,
                               .stiffness = def_.stiffness * scale,
                               .near_stiffness = def_.near_stiffness * scale,
                               .rest_density = def_.rest_density,
                               .dt = dt,
                               .approximate_unit = def_.unit == DoubleDensityDef::UnitVectors::approximate,
                               .damping = scaled_loss(def_.damping, scale, max_damping)};
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

    // Moves the particles, resolves collisions with the walls, and sets v to the change of the positions over dt.
    void collide(float dt, const Wall2& wall, const Motion& container) {
        const auto scope = profile_.scope("collide");
        BlobArrays& b = front_;
        const bool sequential = def_.mode == DoubleDensityDef::Mode::sequential;
        const float inv_dt = 1 / dt, kick = def_.anti_stick ? h_ : 0;
        const float friction = sequential ? 0 : scaled_loss(def_.friction, fineness(), 0.3f);
        const float wall_vx = container.velocity.x, wall_vy = container.velocity.y;
        const float gravity2 = glm::dot(domain_.gravity, domain_.gravity);
        const glm::vec3 up = gravity2 > 0 ? -domain_.gravity / gravity2 : glm::vec3(0);
        const float recent = std::min(dt / support_time, 1.0f);
        jobs_.for_range(b.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) {
                const Float4 dx = load(&relaxation_.dx[i]), dy = load(&relaxation_.dy[i]);
                const Float4 x = load(&b.x[i]) + dx, y = load(&b.y[i]) + dy;
                // Up to 1e-3 h, different for each particle: those that a corner brings to one point must separate
                // again.
                const Float4 inset = sequential ? splat(0.0f) : id_fraction(load(&b.id[i])) * (h_ * 1e-3f);
                const WallContact contact = closest_point(wall, x, y, inset);
                const Float4 kick_off = select(contact.outside, splat(kick), splat(0.0f));
                const Float4 change_x = (dx + (contact.x - x)) * inv_dt, change_y = (dy + (contact.y - y)) * inv_dt;
                Float4 vx = load(&b.vx[i]) + change_x - contact.nx * kick_off;
                Float4 vy = load(&b.vy[i]) + change_y - contact.ny * kick_off;
                const Float4 support = load(&b.support[i]), now = (change_x * up.x + change_y * up.y) * inv_dt;
                store(&b.support[i], min(max(support + (now - support) * recent, splat(0.0f)), splat(1.5f)));
                if (friction > 0) {
                    const Float4 slide = (vy - wall_vy) * contact.nx - (vx - wall_vx) * contact.ny;
                    const Float4 lost = select(contact.outside, slide * friction, splat(0.0f));
                    vx += contact.ny * lost, vy -= contact.nx * lost;
                }
                store(&b.x[i], contact.x), store(&b.y[i], contact.y);
                store(&b.vx[i], vx), store(&b.vy[i], vy);
            }
        });
        b.x.pad_with(far_away), b.y.pad_with(far_away);
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
                b.x[i] = x.x, b.y[i] = x.y, b.vx[i] = v.x, b.vy[i] = v.y;
            }
        });
    }

    static float floor_to(float v, float unit) {
        const float whole = static_cast<float>(static_cast<int>(v / unit));
        return (whole * unit > v ? whole - 1 : whole) * unit;
    }

    // A number in [0, 1) for each id.
    static Float4 id_fraction(Int4 id) { return to_float(((id & 0x7fff) * 40503) & 0xffff) * 0x1p-16f; }

    static constexpr int cheap_block = 2048;  // particles per task of a loop without neighbours

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
    SlotsByPlace slots_;
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
