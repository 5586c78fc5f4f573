#include "grid/liquid/obstacles.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <string>

namespace slosh {
namespace {

Body obstacle_of(const BodyDef& def) {
    Body b;
    b.shape = def.shape, b.kind = def.kind, b.half = def.half;
    b.position = b.home = def.position;
    b.rotation = normalised(def.rotation), b.axes = axes_of(b.rotation);
    b.oscillation = def.oscillation, b.period = def.period;
    b.inv_mass = def.period > 0 ? 0.0f : 1.0f;  // a hand cannot take what is driven
    return b;
}

void lengthen(Body& b, const Walls& walls) {
    if (b.shape != BodyShape::box || !b.is_kinematic() || walls.shape != Shape::box) return;
    for (int own = 0; own < 3; ++own)
        for (int d = 0; d < 3; ++d) {
            const float along = b.axes[own][d] < 0 ? -b.axes[own][d] : b.axes[own][d];
            const float from = b.position[d] - walls.centre[d], off = from < 0 ? -from : from;
            if (along > 0.9999f && b.half[own] - off > 0.999f * walls.half[d]) b.half[own] += 2 * walls.half[d];
        }
}

float length(glm::vec3 v) { return __builtin_sqrtf(glm::dot(v, v)); }

}  // namespace

void Obstacles::start(const Walls& walls, std::span<const BodyDef> bodies) {
    walls_ = walls;
    Domain tank;
    tank.dimensions = 3, tank.walls = walls;
    afloat_ = RigidSolver(tank);
    for (const BodyDef& def : bodies) {
        if (def.dynamic) {
            add_body(def, {0, 0, 0});
            continue;
        }
        if (obstacles_.size() + 1 >= max_obstacles) continue;
        obstacles_.push_back(obstacle_of(def));
        lengthen(obstacles_.back(), walls);
        goals_.push_back(def.position), drawn_.push_back(def.half);
    }
    held_.assign(obstacles_.size(), false);
    all_.reserve(max_bodies), shown_.reserve(max_bodies), in_way_.reserve(max_obstacles), grabs_.reserve(8);
    see({0, 0, 0}, {0, 0, 0});
    changed_ = true;
}

Outcome Obstacles::add_body(BodyDef def, glm::vec3 offset) {
    if (afloat_.view().size() >= max_afloat)
        return Outcome::refused("the grid carries at most " + std::to_string(max_afloat) + " bodies");
    if (def.shape == BodyShape::cylinder) return Outcome::refused("cylinders cannot be dynamic bodies; use a capsule");
    def.period = 0;
    return afloat_.add(def, offset);
}

void Obstacles::see(glm::vec3 offset, glm::vec3 velocity) {
    all_.assign(obstacles_.begin(), obstacles_.end());
    for (Body b : afloat_.view()) {
        b.position -= offset, b.velocity -= velocity;
        all_.push_back(b);
    }
    changed_ |= !afloat_.empty();
}

void Obstacles::set_own(const BodyDef* def) {
    if (!def) {
        if (own_ < 0) return;
        obstacles_.erase(obstacles_.begin() + own_), goals_.erase(goals_.begin() + own_);
        drawn_.erase(drawn_.begin() + own_);
        held_.pop_back();
        own_ = -1, changed_ = true;
        return;
    }
    if (own_ < 0) {
        own_ = static_cast<int>(obstacles_.size());
        obstacles_.push_back(obstacle_of(*def)), goals_.push_back(def->position), drawn_.push_back(def->half),
            held_.push_back(false);
        changed_ = true;
        return;
    }
    const auto own = static_cast<size_t>(own_);
    Body& b = obstacles_[own];
    changed_ |= b.shape != def->shape || b.half != def->half;
    b.shape = def->shape, b.half = drawn_[own] = def->half;
    if (b.home != def->position) goals_[own] = b.home = def->position;
}

void Obstacles::set_grabs(std::span<const Grab> grabs, glm::vec3 offset) {
    grabs_.clear();
    for (Grab grab : grabs) {
        grab.body -= first_afloat();
        if (grab.body >= 0 && grabs_.size() < grabs_.capacity()) grabs_.push_back(grab);
    }
    afloat_.set_grabs(grabs_);
    for (size_t i = 0; i < obstacles_.size(); ++i) {
        const Body& b = obstacles_[i];
        const auto grab = std::find_if(grabs.begin(), grabs.end(), [&](const Grab& g) {
            return g.body == static_cast<int>(i) && !b.is_kinematic();
        });
        const bool held = grab != grabs.end();
        if (held) {
            const glm::vec3 middle = grab->target - b.axes * grab->own - offset, from = middle - walls_.centre;
            if (length(from) < 1e6f) goals_[i] = walls_.centre + within(from, b);
        } else if (held_[i]) {
            goals_[i] = b.position;
        }
        held_[i] = held;
    }
}

// As far as it does not reach out of the tank.
glm::vec3 Obstacles::within(glm::vec3 from, const Body& b) const {
    const glm::vec3 most = glm::max(room() - b.extent(), glm::vec3(0));
    if (!round_walls()) return glm::clamp(from, -most, most);
    const float far = length(from), limit = std::max(walls_.half.x - b.reach(3), 0.0f);
    return far > limit ? from * (limit / far) : from;
}

void Obstacles::kick(float dt, glm::vec3 gravity, glm::vec3 offset, glm::vec3 velocity) {
    if (afloat_.empty()) return;
    afloat_.kick(dt, gravity);
    for (size_t i = 0; i < lift_.size(); ++i)
        afloat_.change(static_cast<int>(i), lift_[i].velocity * dt, lift_[i].angular_velocity * dt);
    see(offset, velocity);
}

void Obstacles::yield(const PressureSystem& system, const float* pressure, float dt, glm::vec3 offset,
                      glm::vec3 velocity) {
    lift_.resize(afloat_.view().size());
    for (const RigidCoupling& coupling : system.coupled) {
        const RigidCoupling::Change change = coupling.change(pressure);
        const int own = coupling.body - first_afloat();
        afloat_.change(own, change.velocity, change.angular_velocity);
        const RigidCoupling::Change ahead = coupling.sum([&](const RigidCoupling::Cell& c) {
            float more = 0;
            for (int d = 0; d < 3; ++d) more += c.ahead[d] * system.slope(pressure, c.at, d);
            return more;
        });
        lift_[static_cast<size_t>(own)] = {ahead.velocity / dt, ahead.angular_velocity / dt};
    }
    see(offset, velocity);
}

void Obstacles::advance(float dt, glm::vec3 offset, glm::vec3 velocity) {
    for (size_t i = 0; i < obstacles_.size(); ++i) {
        Body& b = obstacles_[i];
        if (!b.is_kinematic()) {
            follow(i, dt);
        } else if (b.oscillation != glm::vec3(0)) {
            // Two parabolas a period, nearly a sine.
            b.phase += dt / b.period;
            while (b.phase >= 1) b.phase -= 1;
            const float t = b.phase < 0.5f ? 2 * b.phase : 2 * b.phase - 1, arch = 4 * t * (1 - t);
            b.velocity = (b.home + b.oscillation * (b.phase < 0.5f ? arch : -arch) - b.position) / dt;
        }
        changed_ |= b.velocity != glm::vec3(0);
    }
    if (!afloat_.empty()) {
        in_way_.assign(obstacles_.begin(), obstacles_.end());
        for (Body& b : in_way_) b.position += offset, b.velocity += velocity;
        afloat_.move(dt, offset, velocity, in_way_);
    }
    for (Body& b : obstacles_) b.position += b.velocity * dt;
    see(offset + velocity * dt, velocity);
}

// On a critically damped spring, by an implicit step, no faster than a good shove.
void Obstacles::follow(size_t obstacle, float dt) {
    constexpr float rate = 20, max_speed = 3;  // 1/s; half widths of the tank a second
    Body& b = obstacles_[obstacle];
    const glm::vec3 way = goals_[obstacle] - b.position;
    const float size = std::max({room().x, room().y, room().z});
    if (length(way) < 1e-4f * size && length(b.velocity) < 1e-3f * size) {
        b.velocity = {0, 0, 0};
        return;
    }
    b.velocity = (b.velocity + way * (rate * rate * dt)) / (1 + 2 * rate * dt + rate * rate * dt * dt);
    const float speed = length(b.velocity);
    if (speed > max_speed * size) b.velocity *= max_speed * size / speed;
}

bool Obstacles::changed() {
    const bool has = changed_;
    changed_ = false;
    return has;
}

bool Obstacles::moving() const {
    return std::any_of(all_.begin(), all_.end(),
                       [](const Body& b) { return b.velocity != glm::vec3(0) || b.angular_velocity != glm::vec3(0); });
}

float Obstacles::wall_distance(glm::vec3 x) const { return walls_.half.x - length(x - walls_.centre); }

void Obstacles::show(glm::vec3 offset, glm::vec3 velocity) {
    shown_.assign(obstacles_.begin(), obstacles_.end());
    for (size_t i = 0; i < shown_.size(); ++i) {
        Body& b = shown_[i];
        b.half = drawn_[i], b.position += offset, b.velocity += velocity;
    }
    shown_.insert(shown_.end(), afloat_.view().begin(), afloat_.view().end());
}

}  // namespace slosh
