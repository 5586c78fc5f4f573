#include "solvers/double_density/double_density.h"

#include <algorithm>
#include <vector>

#include "analysis/stats.h"
#include "base/check.h"
#include "domain/initial_particles.h"
#include "solvers/double_density/state.h"
#include "solvers/double_density/viscoelastic.h"
#include "solvers/double_density/wall_contact.h"
#include "solvers/solvers.h"

namespace slosh {

namespace {

constexpr float display_step = 1.0f / 60;

class DoubleDensity final : public Solver {
public:
    DoubleDensity(const DoubleDensityDef& def, const Domain& domain, const InitialParticles& start, Jobs& jobs)
        : def_(def), domain_(domain), jobs_(jobs) {
        CHECK(domain.dimensions == 2, "double density relaxation is a 2D method");
        const int n = start.count();
        front_.resize(n);
        back_.resize(n);
        relaxation_.resize(n);
        slot_of_.resize(static_cast<size_t>(n));
        for (int i = 0; i < n; ++i) {
            const auto k = static_cast<size_t>(i);
            front_.x[i] = start.position[k].x, front_.y[i] = start.position[k].y;
            front_.vx[i] = start.velocity[k].x, front_.vy[i] = start.velocity[k].y;
            front_.kind[i] = start.kind[k], front_.mass[i] = DoubleDensityDef::mass_of(start.kind[k]);
            front_.id[i] = static_cast<uint32_t>(i);
        }
        const float area = fluid_volume(domain) / static_cast<float>(std::max(n, 1));
        h_ = DoubleDensityDef::reach * __builtin_sqrtf(area);
    }

    void step(float dt, std::span<const PointerForce> pointer_forces, const Motion& container) override {
        profile_.begin_step();
        substeps_ = substeps_for(dt);
        const float sub_dt = sub_dt_ = dt / static_cast<float>(substeps_);
        for (int s = 1; s <= substeps_; ++s) {
            const Wall2 wall(domain_.walls, container.offset + container.velocity * (sub_dt * static_cast<float>(s)));
            accelerate(sub_dt, pointer_forces);
            share_velocity(sub_dt, wall);
            predict(sub_dt);
            sort(wall);
            relax(sub_dt);
            pull_springs(sub_dt);
            collide(sub_dt, wall, container);
        }
    }

    void retune(const SolverDef& def, const Domain& domain) override {
        def_ = std::get<DoubleDensityDef>(def);
        domain_.gravity = domain.gravity;
    }

    ParticleView particles() const override {
        ParticleView p;
        p.count = front_.count;
        p.dimensions = 2;
        p.x = front_.x.view(), p.y = front_.y.view();
        p.vx = front_.vx.view(), p.vy = front_.vy.view();
        p.density = relaxation_.density.view(), p.pressure = relaxation_.pressure.view();
        p.id = front_.id.view(), p.kind = front_.kind.view();
        p.radius = h_ / (2 * DoubleDensityDef::reach);
        p.rest_density = def_.rest_density;
        p.support = h_;
        for (uint8_t k = 0; k < p.masses.size(); ++k) p.masses[k] = DoubleDensityDef::mass_of(k);
        return p;
    }

    [[gnu::cold]] Stats stats() const override {
        Stats stats = measure(particles(), jobs_);
        stats.substeps = substeps_, stats.substep = sub_dt_;
        return stats;
    }

    const Profile& profile() const override { return profile_; }

private:
    // One step of 1/60 s at the original's h. Smaller h means dt ~ h (the CFL number), and 1.3 times
    // that where the fluid is many h deep: below it the densest layers boil.
    int substeps_for(float dt) const {
        if (def_.substeps > 0) return def_.substeps;
        const float finer = std::max(DoubleDensityDef::reference_radius / h_ - 1, 0.0f);
        float needed = dt / display_step * (1 + 1.3f * finer);
        // All springs of a particle together close about one gap in a sub-step: stiffer ones would be cut short.
        const float springs =
            dt * DoubleDensityDef::reference_radius / h_ * __builtin_sqrtf(15 * def_.spring_stiffness);
        needed = std::max(needed, springs);
        return std::clamp(static_cast<int>(needed + 0.95f), 1, 256);
    }

    // v += (gravity + hand) dt / m
    void accelerate(float dt, std::span<const PointerForce> pointer_forces) {
        const auto scope = profile_.scope("accelerate");
        BlobArrays& b = front_;
        jobs_.for_range(b.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) {
                const Float4 x = load(&b.x[i]), y = load(&b.y[i]), inv_mass = dt / load(&b.mass[i]);
                Float4 vx = load(&b.vx[i]), vy = load(&b.vy[i]);
                Float4 fx = splat(domain_.gravity.x), fy = splat(domain_.gravity.y);
                for (const PointerForce& stir : pointer_forces) {
                    const Float4 dx = x - stir.position.x, dy = y - stir.position.y;
                    const Float4 r2 = dx * dx + dy * dy + 1e-12f, r = sqrt(r2);
                    if (stir.kind == PointerForce::repel) {
                        const Float4 scale = min(stir.strength / r2, splat(stir.limit)) / r;
                        fx += scale * dx, fy += scale * dy;
                    } else {
                        const Float4 near = max(1.0f - r / stir.radius, splat(0.0f));
                        const Float4 share = min(near * (stir.strength * dt), splat(1.0f));
                        vx += share * (stir.velocity.x - vx), vy += share * (stir.velocity.y - vy);
                    }
                }
                store(&b.vx[i], vx + fx * inv_mass);
                store(&b.vy[i], vy + fy * inv_mass);
            }
        });
    }

    void share_velocity(float dt, const Wall2& wall) {
        if (def_.linear_viscosity == 0 && def_.quadratic_viscosity == 0) return;
        sort(wall);
        const auto scope = profile_.scope("viscosity");
        viscosity_impulses(front_, cells_, {h_, dt, def_.linear_viscosity, def_.quadratic_viscosity}, viscous_, jobs_);
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

    void sort(const Wall2& wall) {
        const auto scope = profile_.scope("sort");
        const bool sequential = def_.mode == DoubleDensityDef::Mode::sequential;
        glm::vec3 lo{wall.x - wall.half_x, wall.y - wall.half_y, 0}, hi{wall.x + wall.half_x, wall.y + wall.half_y, 0};
        if (wall.shape == Shape::circle) lo.y = wall.y - wall.half_x, hi.y = wall.y + wall.half_x;
        // The original's cells are squares of side h whose corners are multiples of h.
        if (sequential) lo = {floor_to(lo.x, h_) - 2 * h_, floor_to(lo.y, h_) - 2 * h_, 0}, hi += 4 * h_;
        cells_.build(2, lo, hi, sequential ? h_ : h_ * 1.001f, front_.count, front_.x.data(), front_.y.data(), nullptr,
                     jobs_);
        const std::span<const uint32_t> order = cells_.order();
        jobs_.for_range(front_.count, cheap_block, [&](int begin, int end) {
            for (int slot = begin; slot < end; ++slot) {
                const int from = static_cast<int>(order[static_cast<size_t>(slot)]);
                back_.x[slot] = front_.x[from], back_.y[slot] = front_.y[from];
                back_.vx[slot] = front_.vx[from], back_.vy[slot] = front_.vy[from];
                back_.mass[slot] = front_.mass[from], back_.kind[slot] = front_.kind[from];
                const uint32_t id = front_.id[from];
                back_.id[slot] = id;
                slot_of_[id] = static_cast<uint32_t>(slot);
            }
        });
        std::swap(front_, back_);
    }

    void relax(float dt) {
        const auto scope = profile_.scope("relax");
        const float scale = DoubleDensityDef::reference_radius / h_;  // keeps c^2 ~ k h
        const RelaxConstants c{
            h_,
            def_.stiffness * scale,
            def_.near_stiffness * scale,
            def_.rest_density,
            dt,
            def_.unit == DoubleDensityDef::UnitVectors::approximate,
            as_viscous(def_.damping, scale, 0.2f)};  // beyond, neighbours together turn a particle round
        if (def_.mode == DoubleDensityDef::Mode::sequential) relax_sequential(front_, cells_, c, relaxation_, slot_of_);
        else relax_parallel(front_, cells_, c, relaxation_, jobs_);
    }

    // A share lost over a distance h and a time ~ h makes a viscosity ~ h: more of it keeps finer fluid as viscous.
    static float as_viscous(float share, float finer, float most) {
        return std::max(share, std::min(share * finer, most));
    }

    void pull_springs(float dt) {
        if (def_.spring_stiffness == 0) return springs_.clear();
        const auto scope = profile_.scope("springs");
        // Elastic waves keep their speed for any count: c^2 ~ k h^2.
        const float scale = DoubleDensityDef::reference_radius / h_;
        springs_.pull(front_, cells_, slot_of_,
                      {h_, dt, def_.spring_stiffness * scale * scale, def_.yield_ratio, def_.plasticity}, relaxation_,
                      jobs_);
    }

    // Moves the particles, brings them back inside, and makes the velocity what the positions say.
    void collide(float dt, const Wall2& wall, const Motion& container) {
        const auto scope = profile_.scope("collide");
        BlobArrays& b = front_;
        const bool sequential = def_.mode == DoubleDensityDef::Mode::sequential;
        const float inv_dt = 1 / dt, kick = def_.anti_stick ? h_ : 0;
        const float stick_reach = def_.stick_distance * h_;
        const float friction =
            sequential ? 0 : as_viscous(def_.friction, DoubleDensityDef::reference_radius / h_, 0.3f);
        const float wall_vx = container.velocity.x, wall_vy = container.velocity.y;
        jobs_.for_range(b.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) {
                const Float4 dx = load(&relaxation_.dx[i]), dy = load(&relaxation_.dy[i]);
                const Float4 x = load(&b.x[i]) + dx, y = load(&b.y[i]) + dy;
                // What a corner squeezes into one point must come apart again: a hair's breadth each.
                const Float4 inset = sequential ? splat(0.0f) : spread(load(&b.id[i])) * (h_ * 1e-3f);
                const WallContact at = closest_point(wall, x, y, inset);
                const Float4 off = select(at.outside, splat(kick), splat(0.0f));
                Float4 vx = load(&b.vx[i]) + (dx + (at.x - x)) * inv_dt - at.nx * off;
                Float4 vy = load(&b.vy[i]) + (dy + (at.y - y)) * inv_dt - at.ny * off;
                if (friction > 0) {
                    const Float4 slide = (vy - wall_vy) * at.nx - (vx - wall_vx) * at.ny;
                    const Float4 lost = select(at.outside, slide * friction, splat(0.0f));
                    vx += at.ny * lost, vy -= at.nx * lost;
                }
                if (def_.stickiness > 0) {
                    const Float4 gap = max(at.gap, splat(0.0f));
                    const Float4 pull = gap * max(1.0f - gap / stick_reach, splat(0.0f)) * (def_.stickiness * dt);
                    vx += at.nx * pull, vy += at.ny * pull;
                }
                store(&b.x[i], at.x), store(&b.y[i], at.y);
                store(&b.vx[i], vx), store(&b.vy[i], vy);
            }
        });
        b.x.pad_with(far_away), b.y.pad_with(far_away);
    }

    static float floor_to(float v, float unit) {
        const float whole = static_cast<float>(static_cast<int>(v / unit));
        return (whole * unit > v ? whole - 1 : whole) * unit;
    }

    // A number in [0, 1) for each id.
    static Float4 spread(Int4 id) { return to_float(((id & 0x7fff) * 40503) & 0xffff) * 0x1p-16f; }

    static constexpr int cheap_block = 2048;

    DoubleDensityDef def_;
    Domain domain_;
    Jobs& jobs_;
    float h_ = 1;
    int substeps_ = 1;
    float sub_dt_ = 0;
    BlobArrays front_, back_;
    Relaxation relaxation_;
    CellGrid cells_;
    std::vector<uint32_t> slot_of_;
    Springs springs_;
    ViscousScratch viscous_;
    mutable Profile profile_;
};

}  // namespace

std::unique_ptr<Solver> make_double_density(const DoubleDensityDef& def, const Domain& domain,
                                            const InitialParticles& start, Jobs& jobs) {
    return std::make_unique<DoubleDensity>(def, domain, start, jobs);
}

}  // namespace slosh
