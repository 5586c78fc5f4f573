#include "rigid/rigid_solver.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "base/vectors.h"
#include "rigid/make_body.h"

namespace slosh {
namespace {

constexpr int velocity_iterations = 12, position_iterations = 4;
// Penetration that is not corrected, so that contacts persist; in units of the body's smallest half extent.
constexpr float slop = 2e-3f;
constexpr float correction = 0.2f;      // fraction of the remaining penetration that an iteration removes
constexpr float max_correction = 0.2f;  // of an iteration, in smallest half extents
// Contacts of two steps are the same if they are this close (in smallest half extents) and their normals agree.
constexpr float same_contact_distance = 0.3f, same_normal_cosine = 0.9f;

// The velocity along `direction` per unit of impulse along it at `arm`: 1 / effective mass.
float inv_effective_mass(const Body& b, glm::vec3 arm, glm::vec3 direction) {
    const glm::vec3 lever = glm::cross(arm, direction);
    return b.inv_mass + glm::dot(lever, b.over_inertia(lever));
}

}  // namespace

RigidSolver::RigidSolver(const Domain& domain) : dimensions_(domain.dimensions), walls_(domain.walls) {
    for (const BodyDef& def : domain.bodies) add(def);
    contacts_.reserve(8 * max_bodies);
    previous_contacts_.reserve(8 * max_bodies);
    bodies_.reserve(2 * max_bodies);
    grabs_.reserve(8);
}

Outcome RigidSolver::add(BodyDef def, glm::vec3 offset) {
    if (std::count_if(bodies_.begin(), bodies_.end(), [](const Body& b) { return !b.drawn; }) >= max_bodies)
        return Outcome::refused("a tank holds at most " + std::to_string(max_bodies) + " bodies");
    Walls walls = walls_;
    walls.centre += offset;
    Outcome result = fit_body(def, walls, dimensions_);
    if (!result.accepted) return result;
    // Before those drawn, which come and go: the indices of the others stay.
    bodies_.push_back(make_body(def, dimensions_));
    for (size_t i = bodies_.size() - 1; i > 0 && bodies_[i - 1].drawn; --i) {
        std::swap(bodies_[i - 1], bodies_[i]);
        contacts_.clear();  // the indices of those drawn change
    }
    force_.emplace_back(0);
    torque_.emplace_back(0);
    return result;
}

void RigidSolver::set_drawn(std::span<const BodyDef> defs, glm::vec3 offset) {
    const size_t before = bodies_.size();
    std::erase_if(bodies_, [](const Body& b) { return b.drawn; });
    for (size_t i = 0; i < defs.size() && i < max_bodies; ++i) {
        bodies_.push_back(make_body(defs[i], dimensions_));
        bodies_.back().position += offset;
        bodies_.back().drawn = true;
    }
    while (force_.size() < bodies_.size()) {
        force_.emplace_back(0);
        torque_.emplace_back(0);
    }
    if (before != bodies_.size()) contacts_.clear();  // of bodies that are gone
}

void RigidSolver::set_grabs(std::span<const Grab> grabs) {
    grabs_.clear();
    for (const Grab& grab : grabs)
        if (grab.body >= 0 && grab.body < static_cast<int>(bodies_.size())) grabs_.push_back(grab);
}

float RigidSolver::max_speed() const {
    float max_speed = 0;
    for (const Body& b : bodies_) {
        const float turning = length_of(b.angular_velocity) * b.bounding_radius(dimensions_);
        max_speed = std::max(max_speed, length_of(b.velocity) + turning);
    }
    return max_speed;
}

void RigidSolver::add_force(int body, glm::vec3 force, glm::vec3 torque) {
    force_[static_cast<size_t>(body)] += force;
    torque_[static_cast<size_t>(body)] += torque;
}

void RigidSolver::clear_forces() {
    std::fill(force_.begin(), force_.end(), glm::vec3(0));
    std::fill(torque_.begin(), torque_.end(), glm::vec3(0));
}

void RigidSolver::apply_forces(float dt, glm::vec3 gravity) {
    if (dimensions_ == 2) gravity.z = 0;
    for (size_t i = 0; i < bodies_.size(); ++i) {
        Body& b = bodies_[i];
        b.velocity += force_[i] * (b.inv_mass * dt) + gravity * (b.is_kinematic() ? 0 : dt);
        b.angular_velocity += b.over_inertia(torque_[i]) * dt;
    }
}

void RigidSolver::integrate_velocities(float dt, glm::vec3 gravity) {
    apply_forces(dt, gravity);
    for (const Grab& grab : grabs_) apply_grab(grab, dt);
    // Four times the speed that gravity adds in dt, so that bodies at rest do not bounce.
    restitution_threshold_ = std::max(restitution_threshold_, 4 * length_of(gravity) * dt);
}

void RigidSolver::add_velocity(int body, glm::vec3 velocity, glm::vec3 angular_velocity) {
    Body& b = bodies_[static_cast<size_t>(body)];
    b.velocity += velocity;
    b.angular_velocity += angular_velocity;
}

glm::vec3 RigidSolver::exchange_impulse(int body, glm::vec3 at, glm::vec3 gained, float mass) {
    Body& b = bodies_[static_cast<size_t>(body)];
    const glm::vec3 arm = at - b.position;
    const float size = length_of(gained);
    if (!(size > 0)) return glm::vec3(0);
    gained /= 1 + mass * inv_effective_mass(b, arm, gained / size);
    b.velocity -= gained * (mass * b.inv_mass);
    b.angular_velocity -= b.over_inertia(glm::cross(arm, gained * mass));
    return gained;
}

// A critically damped spring (mouse joint), integrated implicitly, so that it is stable at any dt.
void RigidSolver::apply_grab(const Grab& grab, float dt) {
    constexpr float rate = 20;               // 1/s, natural frequency
    constexpr float max_compliance = 4;      // bound of the compliance of a point over that of the centre of mass
    constexpr float max_acceleration = 250;  // m/s2
    Body& b = bodies_[static_cast<size_t>(grab.body)];
    const glm::vec3 at = b.to_world(grab.local_point), offset = grab.target - at;
    const float softness = 1 + max_compliance * (2 * rate * dt + rate * rate * dt * dt);
    glm::vec3 impulse = (offset * (rate * rate) - b.velocity_at(at) * (2 * rate)) * (b.mass * dt / softness);
    const float limit = b.mass * max_acceleration * dt, size = length_of(impulse);
    if (size > limit) impulse *= limit / size;
    if (dimensions_ == 2) impulse.z = 0;
    b.velocity += impulse * b.inv_mass;
    b.angular_velocity += b.over_inertia(glm::cross(at - b.position, impulse));
    b.angular_velocity /= 1 + 4 * dt;  // damps swinging about the grabbed point
}

void RigidSolver::move(float dt, glm::vec3 offset, glm::vec3 velocity, std::span<const Body> obstacles) {
    if (bodies_.empty()) return;
    for (Body& b : bodies_)
        if (b.is_kinematic()) move_kinematic(b, dt, offset + velocity * dt);
    const size_t count = bodies_.size();
    for (Body b : obstacles) {
        b.inv_mass = 0;
        b.inv_inertia = {0, 0, 0};
        if (b.shape == BodyShape::cylinder) {
            b.shape = BodyShape::box;
            b.half.z = b.half.x;
        }
        bodies_.push_back(b);
    }
    std::swap(contacts_, previous_contacts_);
    find_contacts(bodies_, walls_, offset, dimensions_, contacts_);
    prepare(dt, velocity);
    for (int iteration = 0; iteration < velocity_iterations; ++iteration) solve(velocity);
    apply_restitution(velocity);
    integrate(dt);
    for (int iteration = 0; iteration < position_iterations; ++iteration) correct_positions(velocity * dt);
    bodies_.resize(count);
    keep_inside(offset + velocity * dt, velocity);
    restitution_threshold_ = 0;
}

glm::vec3 RigidSolver::relative_velocity(const Contact& c, glm::vec3 wall_velocity) const {
    const Body& a = bodies_[static_cast<size_t>(c.a)];
    const glm::vec3 velocity_a = a.velocity + glm::cross(a.angular_velocity, c.arm_a);
    if (c.b == Contact::wall) return velocity_a - wall_velocity;
    const Body& b = bodies_[static_cast<size_t>(c.b)];
    return velocity_a - (b.velocity + glm::cross(b.angular_velocity, c.arm_b));
}

void RigidSolver::apply(const Contact& c, glm::vec3 impulse) {
    Body& a = bodies_[static_cast<size_t>(c.a)];
    a.velocity += impulse * a.inv_mass;
    a.angular_velocity += a.over_inertia(glm::cross(c.arm_a, impulse));
    if (c.b == Contact::wall) return;
    Body& b = bodies_[static_cast<size_t>(c.b)];
    b.velocity -= impulse * b.inv_mass;
    b.angular_velocity -= b.over_inertia(glm::cross(c.arm_b, impulse));
}

// Effective masses along normal and tangents, and the warm start: the accumulated impulses of the same contacts in the
// previous step.
void RigidSolver::prepare(float dt, glm::vec3 wall_velocity) {
    size_t from = 0;
    for (Contact& c : contacts_) {
        const Body& a = bodies_[static_cast<size_t>(c.a)];
        const Body* b = c.b == Contact::wall ? nullptr : &bodies_[static_cast<size_t>(c.b)];
        c.arm_a = c.point - a.position;
        c.local_a = a.to_local(c.point);
        if (b) {
            c.arm_b = c.point - b->position;
            c.local_b = b->to_local(c.point);
        }
        const glm::vec3 n = c.normal;
        if (dimensions_ == 2) {
            c.tangent[0] = {-n.y, n.x, 0};
        } else {
            const glm::vec3 other = n.x * n.x < 0.5f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
            const glm::vec3 side = glm::cross(n, other);
            c.tangent[0] = side / length_of(side);
            c.tangent[1] = glm::cross(n, c.tangent[0]);
        }
        c.normal_mass = 1 / (inv_effective_mass(a, c.arm_a, n) + (b ? inv_effective_mass(*b, c.arm_b, n) : 0));
        for (int t = 0; t < dimensions_ - 1; ++t)
            c.tangent_mass[t] = 1 / (inv_effective_mass(a, c.arm_a, c.tangent[t]) +
                                     (b ? inv_effective_mass(*b, c.arm_b, c.tangent[t]) : 0));
        c.friction = b ? __builtin_sqrtf(a.friction * b->friction) : a.friction;
        c.restitution = b ? std::max(a.restitution, b->restitution) : a.restitution;
        c.normal_velocity = glm::dot(relative_velocity(c, wall_velocity), n);
        c.speculative_speed = std::max(c.gap, 0.0f) / dt;

        const auto earlier = [&](const Contact& old) { return old.a < c.a || (old.a == c.a && old.b < c.b); };
        while (from < previous_contacts_.size() && earlier(previous_contacts_[from])) ++from;
        const float near = same_contact_distance * smallest_half(a, dimensions_);
        float nearest = near * near;
        for (size_t k = from;
             k < previous_contacts_.size() && previous_contacts_[k].a == c.a && previous_contacts_[k].b == c.b; ++k) {
            const Contact& old = previous_contacts_[k];
            const glm::vec3 away = old.local_a - c.local_a;
            if (!(glm::dot(away, away) < nearest) || !(glm::dot(old.normal, n) > same_normal_cosine)) continue;
            nearest = glm::dot(away, away);
            const glm::vec3 tangent_impulse =
                old.tangent[0] * old.tangent_impulse[0] + old.tangent[1] * old.tangent_impulse[1];
            c.impulse = old.impulse;
            for (int t = 0; t < dimensions_ - 1; ++t) c.tangent_impulse[t] = glm::dot(tangent_impulse, c.tangent[t]);
        }
    }
    for (const Contact& c : contacts_)
        apply(c, c.normal * c.impulse + c.tangent[0] * c.tangent_impulse[0] + c.tangent[1] * c.tangent_impulse[1]);
}

void RigidSolver::solve(glm::vec3 wall_velocity) {
    for (Contact& c : contacts_) {
        solve_friction(c, wall_velocity);
        const float along = glm::dot(relative_velocity(c, wall_velocity), c.normal) + c.speculative_speed;
        const float target = std::max(c.impulse - along * c.normal_mass, 0.0f);
        apply(c, c.normal * (target - c.impulse));
        c.impulse = target;
    }
}

void RigidSolver::solve_friction(Contact& c, glm::vec3 wall_velocity) {
    const glm::vec3 sliding = relative_velocity(c, wall_velocity);
    float target[2] = {0, 0}, squares = 0;
    for (int t = 0; t < dimensions_ - 1; ++t) {
        target[t] = c.tangent_impulse[t] - glm::dot(sliding, c.tangent[t]) * c.tangent_mass[t];
        squares += target[t] * target[t];
    }
    const float limit = c.friction * c.impulse, size = __builtin_sqrtf(squares);
    const float scale = size > limit ? limit / size : 1;
    glm::vec3 impulse(0);
    for (int t = 0; t < dimensions_ - 1; ++t) {
        impulse += c.tangent[t] * (target[t] * scale - c.tangent_impulse[t]);
        c.tangent_impulse[t] = target[t] * scale;
    }
    apply(c, impulse);
}

// Restitution of contacts that closed faster than the threshold.
void RigidSolver::apply_restitution(glm::vec3 wall_velocity) {
    for (Contact& c : contacts_) {
        if (!(c.normal_velocity < -restitution_threshold_) || !(c.impulse > 0) || c.restitution <= 0) continue;
        const float along = glm::dot(relative_velocity(c, wall_velocity), c.normal);
        const float target = std::max(c.impulse - (along + c.restitution * c.normal_velocity) * c.normal_mass, 0.0f);
        apply(c, c.normal * (target - c.impulse));
        c.impulse = target;
    }
}

// The velocity is the one that reaches the target at the end of the step.
void RigidSolver::move_kinematic(Body& b, float dt, glm::vec3 offset) {
    b.phase += dt / b.period;
    while (b.phase >= 1) b.phase -= 1;
    const glm::vec3 target = b.anchor + offset + b.oscillation * oscillation_at(b.phase);
    b.velocity = (target - b.position) / dt;
}

void RigidSolver::integrate(float dt) {
    for (Body& b : bodies_) {
        b.position += b.velocity * dt;
        // Free rotation conserves the angular momentum, not the angular velocity.
        const glm::vec3 momentum = b.axes * (b.inertia * (b.angular_velocity * b.axes));
        b.rotation = turned(b.rotation, b.angular_velocity, dt);
        b.axes = axes_of(b.rotation);
        if (dimensions_ == 3 && !b.is_kinematic()) b.angular_velocity = b.over_inertia(momentum);
    }
}

void RigidSolver::correct_positions(glm::vec3 wall_displacement) {
    for (const Contact& c : contacts_) {
        Body& a = bodies_[static_cast<size_t>(c.a)];
        Body* b = c.b == Contact::wall ? nullptr : &bodies_[static_cast<size_t>(c.b)];
        const glm::vec3 arm_a = a.axes * c.local_a, arm_b = b ? b->axes * c.local_b : glm::vec3(0);
        const glm::vec3 at_a = a.position + arm_a, at_b = b ? b->position + arm_b : c.point + wall_displacement;
        const float gap = c.gap + glm::dot(at_a - at_b, c.normal), size = smallest_half(a, dimensions_);
        const float out = std::min(-(gap + slop * size) * correction, max_correction * size);
        if (!(out > 0)) continue;
        const float impulse =
            out / (inv_effective_mass(a, arm_a, c.normal) + (b ? inv_effective_mass(*b, arm_b, c.normal) : 0));
        const auto shift = [&](Body& body, glm::vec3 arm, float by) {
            body.position += c.normal * (by * body.inv_mass);
            body.rotation = turned(body.rotation, body.over_inertia(glm::cross(arm, c.normal * by)), 1);
            body.axes = axes_of(body.rotation);
        };
        shift(a, arm_a, impulse);
        if (b) shift(*b, arm_b, -impulse);
    }
}

// For bodies that move by more than their size in a step: moves them back inside and removes the outward velocity.
void RigidSolver::keep_inside(glm::vec3 offset, glm::vec3 wall_velocity) {
    for (Body& b : bodies_) {
        if (b.is_kinematic()) continue;
        const float tolerated = -0.1f * smallest_half(b, dimensions_);
        glm::vec3 at[8];
        for (int iteration = 0; iteration < 4; ++iteration) {
            const int count = support_points(b, dimensions_, at);
            float worst = tolerated;
            glm::vec3 inwards(0);
            for (int k = 0; k < count; ++k)
                each_wall(walls_, offset, dimensions_, at[k], b.round(), [&](float gap, glm::vec3 normal) {
                    if (gap < worst) {
                        worst = gap;
                        inwards = normal;
                    }
                });
            if (!(worst < tolerated)) break;
            b.position -= inwards * worst;
            const float out = glm::dot(b.velocity - wall_velocity, inwards);
            if (out < 0) b.velocity -= inwards * out;
        }
    }
}

}  // namespace slosh
