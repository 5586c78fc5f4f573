#include "grid/boundaries/obstacles.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <string>

#include "base/vectors.h"

namespace slosh {
namespace {

Body obstacle_of(const BodyDef& def) {
    Body b;
    b.shape = def.shape;
    b.kind = def.kind;
    b.half = def.half;
    b.position = b.anchor = def.position;
    b.rotation = normalised(def.rotation);
    b.axes = axes_of(b.rotation);
    b.oscillation = def.oscillation;
    b.period = def.period;
    b.phase = def.phase;
    b.position += b.oscillation * oscillation_at(b.phase);
    b.inv_mass = def.period > 0 ? 0.0f : 1.0f;  // the pointer cannot move kinematic bodies that oscillate
    return b;
}

void extend_behind_walls(Body& b, const Walls& walls) {
    if (b.shape != BodyShape::box || !b.is_kinematic() || walls.shape != Shape::box) return;
    for (int axis = 0; axis < 3; ++axis)
        for (int d = 0; d < 3; ++d) {
            const float along = b.axes[axis][d] < 0 ? -b.axes[axis][d] : b.axes[axis][d];
            const float from = b.position[d] - walls.centre[d], off = from < 0 ? -from : from;
            if (along > 0.9999f && b.half[axis] - off > 0.999f * walls.half[d]) b.half[axis] += 2 * walls.half[d];
        }
}

}  // namespace

void Obstacles::start(const Walls& walls, std::span<const BodyDef> bodies) {
    walls_ = walls;
    Domain tank;
    tank.dimensions = 3;
    tank.walls = walls;
    dynamic_bodies_ = RigidSolver(tank);
    for (const BodyDef& def : bodies) {
        if (def.dynamic) {
            add_body(def, {0, 0, 0});
            continue;
        }
        if (obstacles_.size() + 1 >= max_obstacles) continue;
        add_obstacle(def);
        extend_behind_walls(obstacles_.back(), walls);
    }
    local_bodies_.reserve(max_bodies);
    world_bodies_.reserve(max_bodies);
    obstacles_in_world_.reserve(max_obstacles);
    grabs_.reserve(8);  // pointers
    update_local_bodies({});
    changed_ = true;
}

void Obstacles::add_obstacle(const BodyDef& def) {
    obstacles_.push_back(obstacle_of(def));
    target_positions_.push_back(def.position);
    display_half_extents_.push_back(def.half);
    is_held_.push_back(false);
    changed_ = true;
}

void Obstacles::remove_obstacle(int index) {
    obstacles_.erase(obstacles_.begin() + index);
    target_positions_.erase(target_positions_.begin() + index);
    display_half_extents_.erase(display_half_extents_.begin() + index);
    is_held_.erase(is_held_.begin() + index);
    if (user_obstacle_ > index) --user_obstacle_;
    changed_ = true;
}

void Obstacles::set_drawn(std::span<const BodyDef> defs) {
    for (int i = first_dynamic(); i-- > 0;)
        if (obstacles_[static_cast<size_t>(i)].drawn) remove_obstacle(i);
    for (const BodyDef& def : defs) {
        if (obstacles_.size() + 1 >= max_obstacles) return;
        add_obstacle(def);
        obstacles_.back().drawn = true;
    }
}

Outcome Obstacles::add_body(BodyDef def, glm::vec3 offset) {
    if (dynamic_bodies_.view().size() >= max_dynamic)
        return Outcome::refused("the grid carries at most " + std::to_string(max_dynamic) + " bodies");
    if (def.shape == BodyShape::cylinder) return Outcome::refused("cylinders cannot be dynamic bodies; use a capsule");
    def.period = 0;
    return dynamic_bodies_.add(def, offset);
}

void Obstacles::update_local_bodies(const Motion& container) {
    local_bodies_.assign(obstacles_.begin(), obstacles_.end());
    for (Body b : dynamic_bodies_.view()) {
        b.position -= container.offset;
        b.velocity -= container.velocity;
        local_bodies_.push_back(b);
    }
    changed_ |= !dynamic_bodies_.empty();
}

void Obstacles::set_user_obstacle(const BodyDef* def) {
    if (!def) {
        if (user_obstacle_ < 0) return;
        remove_obstacle(user_obstacle_);
        user_obstacle_ = -1;
        return;
    }
    if (user_obstacle_ < 0) {
        user_obstacle_ = static_cast<int>(obstacles_.size());
        add_obstacle(*def);
        return;
    }
    const auto index = static_cast<size_t>(user_obstacle_);
    Body& b = obstacles_[index];
    changed_ |= b.shape != def->shape || b.half != def->half;
    b.shape = def->shape;
    b.half = display_half_extents_[index] = def->half;
    if (b.anchor != def->position) target_positions_[index] = b.anchor = def->position;
}

void Obstacles::set_grabs(std::span<const Grab> grabs, glm::vec3 offset) {
    grabs_.clear();
    for (Grab grab : grabs) {
        grab.body -= first_dynamic();
        if (grab.body >= 0 && grabs_.size() < grabs_.capacity()) grabs_.push_back(grab);
    }
    dynamic_bodies_.set_grabs(grabs_);
    for (size_t i = 0; i < obstacles_.size(); ++i) {
        const Body& b = obstacles_[i];
        const auto grab = std::find_if(grabs.begin(), grabs.end(), [&](const Grab& g) {
            return g.body == static_cast<int>(i) && !b.is_kinematic();
        });
        const bool held = grab != grabs.end();
        if (held) {
            const glm::vec3 middle = grab->target - b.axes * grab->local_point - offset, from = middle - walls_.centre;
            if (length_of(from) < 1e6f) target_positions_[i] = walls_.centre + clamp_to_tank(from, b);
        } else if (is_held_[i]) {
            target_positions_[i] = b.position;
        }
        is_held_[i] = held;
    }
}

// Clamps a position relative to the tank centre so that the body stays within the tank.
glm::vec3 Obstacles::clamp_to_tank(glm::vec3 from, const Body& b) const {
    const glm::vec3 max_offset = glm::max(half_extents() - b.extent(), glm::vec3(0));
    if (!round_walls()) return glm::clamp(from, -max_offset, max_offset);
    const float far = length_of(from), limit = std::max(walls_.half.x - b.bounding_radius(3), 0.0f);
    return far > limit ? from * (limit / far) : from;
}

void Obstacles::integrate_velocities(float dt, glm::vec3 gravity, const Motion& container) {
    if (dynamic_bodies_.empty()) return;
    dynamic_bodies_.integrate_velocities(dt, gravity);
    for (size_t i = 0; i < surface_twist_rate_.size(); ++i)
        dynamic_bodies_.add_velocity(static_cast<int>(i), surface_twist_rate_[i].velocity * dt,
                                     surface_twist_rate_[i].angular_velocity * dt);
    update_local_bodies(container);
}

void Obstacles::apply_pressure_impulses(const PressureSolution& solution, float dt, bool first,
                                        const Motion& container) {
    const PressureSystem& system = solution.system;
    const float* const pressure = solution.pressure.data();
    surface_twist_rate_.resize(dynamic_bodies_.view().size());
    if (first) std::fill(surface_twist_rate_.begin(), surface_twist_rate_.end(), RigidCoupling::Twist{});
    for (const RigidCoupling& coupling : system.coupled) {
        const RigidCoupling::Twist change = coupling.twist(pressure);
        const int dynamic = coupling.body - first_dynamic();
        dynamic_bodies_.add_velocity(dynamic, change.velocity, change.angular_velocity);
        // By the pressure difference between the cell centres and the surface.
        const RigidCoupling::Twist surface = coupling.weighted_twist([&](const RigidCoupling::Cell& c) {
            float difference = 0;
            for (int d = 0; d < 3; ++d) difference += c.surface_offset[d] * system.slope(pressure, c.at, d);
            return difference;
        });
        RigidCoupling::Twist& rate = surface_twist_rate_[static_cast<size_t>(dynamic)];
        rate.velocity += surface.velocity / dt;
        rate.angular_velocity += surface.angular_velocity / dt;
    }
    update_local_bodies(container);
}

void Obstacles::advance(float dt, const Motion& container) {
    for (size_t i = 0; i < obstacles_.size(); ++i) {
        Body& b = obstacles_[i];
        if (!b.is_kinematic()) {
            approach_target(i, dt);
        } else if (b.oscillation != glm::vec3(0)) {
            b.phase += dt / b.period;
            while (b.phase >= 1) b.phase -= 1;
            b.velocity = (b.anchor + b.oscillation * oscillation_at(b.phase) - b.position) / dt;
        }
        changed_ |= b.velocity != glm::vec3(0);
    }
    if (!dynamic_bodies_.empty()) {
        obstacles_in_world_.assign(obstacles_.begin(), obstacles_.end());
        for (Body& b : obstacles_in_world_) {
            b.position += container.offset;
            b.velocity += container.velocity;
        }
        dynamic_bodies_.move(dt, container.offset, container.velocity, obstacles_in_world_);
    }
    for (Body& b : obstacles_) b.position += b.velocity * dt;
    update_local_bodies({container.offset + container.velocity * dt, container.velocity});
}

// Critically damped spring, implicit step, with limited speed.
void Obstacles::approach_target(size_t obstacle, float dt) {
    constexpr float rate = 20;      // of the spring, 1/s
    constexpr float max_speed = 3;  // half tank widths per second
    Body& b = obstacles_[obstacle];
    const glm::vec3 offset = target_positions_[obstacle] - b.position;
    const float size = std::max({half_extents().x, half_extents().y, half_extents().z});
    if (length_of(offset) < 1e-4f * size && length_of(b.velocity) < 1e-3f * size) {
        b.velocity = {0, 0, 0};
        return;
    }
    b.velocity = (b.velocity + offset * (rate * rate * dt)) / (1 + 2 * rate * dt + rate * rate * dt * dt);
    const float speed = length_of(b.velocity);
    if (speed > max_speed * size) b.velocity *= max_speed * size / speed;
}

bool Obstacles::take_changed() {
    const bool has = changed_;
    changed_ = false;
    return has;
}

bool Obstacles::moving() const {
    return std::any_of(local_bodies_.begin(), local_bodies_.end(),
                       [](const Body& b) { return b.velocity != glm::vec3(0) || b.angular_velocity != glm::vec3(0); });
}

float Obstacles::wall_distance(glm::vec3 x) const { return walls_.half.x - length_of(x - walls_.centre); }

void Obstacles::update_world_bodies(const Motion& container) {
    world_bodies_.assign(obstacles_.begin(), obstacles_.end());
    for (size_t i = 0; i < world_bodies_.size(); ++i) {
        Body& b = world_bodies_[i];
        b.half = display_half_extents_[i];
        b.position += container.offset;
        b.velocity += container.velocity;
    }
    world_bodies_.insert(world_bodies_.end(), dynamic_bodies_.view().begin(), dynamic_bodies_.view().end());
}

}  // namespace slosh
