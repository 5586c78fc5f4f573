#include "settings/energy_guard.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "analysis/stats.h"

namespace slosh {
namespace {

constexpr int block = 4096;      // particles per task
constexpr double memory = 0.98;  // of what was given, in a display step
constexpr double fastest = 10;   // a jet takes its energy from fluid around it: a few times the speed of all

double square(float v) { return static_cast<double>(v) * static_cast<double>(v); }
double length2(glm::vec3 v) { return square(v.x) + square(v.y) + square(v.z); }

float largest_extent(const Scene& scene) {
    const Walls& walls = scene.domain.walls;
    if (walls.open) return std::max(scene.view.width, scene.view.height);
    if (walls.shape == Shape::circle) return 2 * walls.half.x;
    const float across = std::max(walls.half.x, walls.half.y);
    return 2 * (scene.domain.dimensions == 3 ? std::max(across, walls.half.z) : across);
}

}  // namespace

void EnergyGuard::start(const Scene& scene) {
    *this = {};
    extent_ = largest_extent(scene);
    emitter_speed_ = scene.solver.can().emitters ? scene.pour.speed : 0;
    for (const Emitter& emitter : scene.domain.emitters) emitter_speed_ = std::max(emitter_speed_, emitter.speed);
}

EnergyGuard::Totals EnergyGuard::measure(const ParticleView& p, Jobs& jobs) const {
    struct Partial {
        double kinetic = 0, potential = 0, mass = 0, depth = std::numeric_limits<double>::lowest();
        float max_speed2 = 0;
        uint32_t next_id = 0;
        // The larger one; NaN if one is.
        static float larger(float a, float b) { return a >= b || std::isnan(a) ? a : b; }
        Partial operator+(const Partial& b) const {
            return {kinetic + b.kinetic,      potential + b.potential,          mass + b.mass,
                    std::max(depth, b.depth), larger(max_speed2, b.max_speed2), std::max(next_id, b.next_id)};
        }
    };
    const bool is_3d = p.dimensions == 3;
    const PerKind kinds(p);
    const glm::dvec3 g = step_.gravity;
    const glm::vec3 frame = frame_;
    const Partial fluid = jobs.sum_range(p.count, block, [&](int begin, int end) {
        Partial part;
        for (size_t i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
            const double depth = glm::dot(g, glm::dvec3(p.x[i], p.y[i], is_3d ? p.z[i] : 0.0f));
            const glm::vec3 v = glm::vec3(p.vx[i], p.vy[i], is_3d ? p.vz[i] : 0.0f) - frame;
            const float speed2 = glm::dot(v, v);
            const double m = kinds.mass[p.kind[i] % PerKind::count];
            part.kinetic += 0.5 * m * static_cast<double>(speed2);
            part.potential -= m * depth;
            part.mass += m;
            part.depth = std::max(part.depth, depth);
            part.max_speed2 = Partial::larger(part.max_speed2, speed2);
            part.next_id = std::max(part.next_id, p.id[i] + 1);
        }
        return part;
    });
    Stats bodies;
    measure_bodies(p.bodies, bodies, frame);
    Totals totals{.kinetic = fluid.kinetic + bodies.kinetic_energy,
                  .potential = fluid.potential,
                  .mass = fluid.mass,
                  .fluid_mass = fluid.mass,
                  .depth = p.count > 0 ? fluid.depth : 0,
                  .max_speed = Partial::larger(std::sqrt(fluid.max_speed2), bodies.max_speed),
                  .next_id = fluid.next_id,
                  .particles = p.count};
    for (const Body& b : p.bodies) {
        if (b.is_kinematic()) continue;
        totals.mass += static_cast<double>(b.mass);
        totals.potential -= static_cast<double>(b.mass) * glm::dot(g, glm::dvec3(b.position));
    }
    return totals;
}

// Scenes without gravity are as lively as with one of 4 / s2 times their extent.
double EnergyGuard::given_now(const ParticleView& p, float own_energy) const {
    const double gravity = std::max(std::sqrt(length2(step_.gravity)), 4 * static_cast<double>(extent_));
    float speed = emitter_speed_;
    for (const PointerForce& force : step_.forces)
        if (force.kind == PointerForce::drag) speed = std::max(speed, glm::length(force.velocity - frame_));
    for (const Body& body : p.bodies)
        if (body.is_kinematic() || step_.holds_body) speed = std::max(speed, glm::length(body.velocity - frame_));
    double given = static_cast<double>(own_energy) + gravity * static_cast<double>(extent_) +
                   0.5 * (square(speed) + length2(frame_ - last_frame_));
    for (const PointerForce& force : step_.forces)  // of a particle that comes from far to the pointer
        if (force.kind == PointerForce::repel)
            given += 2 * std::sqrt(static_cast<double>(force.strength) * static_cast<double>(force.limit));
    return given;
}

void EnergyGuard::give(const ParticleView& p, float own_energy, const Step& step) {
    step_ = step;
    last_frame_ = frame_;
    frame_ = step.container.velocity / p.time_scale;
    given_ = std::max(memory * given_, given_now(p, own_energy));
}

float EnergyGuard::begin_late_step(const Solver& solver, const Step& step, Jobs& jobs) {
    const ParticleView p = solver.particles();
    give(p, solver.own_energy(), step);
    container_speed_ = std::max(static_cast<float>(memory) * container_speed_, glm::length(frame_));
    if (at_start_ < 0) {
        before_ = measure(p, jobs);
        at_start_ = before_.mass > 0 ? energy(before_) / before_.mass : 0;
    }
    return static_cast<float>(fastest * std::sqrt(2 * std::max(given_, at_start_))) + container_speed_;
}

float EnergyGuard::begin_step(const Solver& solver, const Step& step, Jobs& jobs) {
    const ParticleView p = solver.particles();
    give(p, solver.own_energy(), step);
    before_ = measure(p, jobs);
    const double lawful = before_.mass > 0 ? energy(before_) / before_.mass - excess_ : 0;
    scale_ = std::max(given_, lawful);
    max_speed_ = static_cast<float>(fastest * std::sqrt(2 * scale_));
    return max_speed_;
}

// At most, J, of what was emitted and of what the pointers pushed in this step.
double EnergyGuard::work(const ParticleView& p, const Totals& after) const {
    const auto dt = static_cast<double>(step_.dt * p.time_scale);
    const double emitted = after.next_id > before_.next_id ? after.next_id - before_.next_id : 0;
    const double of_particle = after.fluid_mass / std::max(after.particles, 1);
    double total = emitted * of_particle * given_;
    const double speed = before_.mass > 0 ? std::sqrt(2 * std::max(energy(before_) / before_.mass, 0.0)) : 0;
    for (const PointerForce& force : step_.forces)
        if (force.kind == PointerForce::repel) {
            const double gain = static_cast<double>(force.limit) * dt;
            total += after.fluid_mass * gain * (speed + gain);
        } else {
            total += 0.5 * after.fluid_mass * length2(force.velocity - frame_);
        }
    return total;
}

Instability EnergyGuard::end_step(const ParticleView& p, Jobs& jobs) {
    const Totals after = measure(p, jobs);
    if (!(after.max_speed <= max_speed_) || !std::isfinite(energy(after)))
        if (const Instability found = detect_instability(p, frame_, max_speed_)) return found;
    if (after.mass <= 0) return {};
    const double gained = (energy(after) - energy(before_) - work(p, after)) / after.mass;
    excess_ = step_.holds_body ? 0 : std::max(excess_ + gained, 0.0);
    if (excess_ > scale_)
        return {
            .what = Instability::energy, .gained = static_cast<float>(excess_), .given = static_cast<float>(scale_)};
    return {};
}

}  // namespace slosh
