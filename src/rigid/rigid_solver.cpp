#include "rigid/rigid_solver.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>

#include "base/math.h"

namespace slosh {
namespace {

constexpr int velocity_rounds = 12, position_rounds = 4;
constexpr float slop = 2e-3f;       // of a body's thickness: an overlap that is left alone, so that contacts last
constexpr float correction = 0.2f;  // share of the rest that a round takes away

float smallest_half(const Body& b, int dimensions) {
    if (b.shape != BodyShape::box) return b.round();
    const float flat = std::min(b.half.x, b.half.y);
    return dimensions == 3 ? std::min(flat, b.half.z) : flat;
}

glm::vec3 by_inertia(const Body& b, glm::vec3 turn) { return b.axes * (b.inv_inertia * (turn * b.axes)); }

// The speed that a unit impulse along `way` at `arm` gives along it.
float yielding(const Body& b, glm::vec3 arm, glm::vec3 way) {
    const glm::vec3 lever = glm::cross(arm, way);
    return b.inv_mass + glm::dot(lever, by_inertia(b, lever));
}

}  // namespace

RigidSolver::RigidSolver(const Domain& domain) : dimensions_(domain.dimensions), walls_(domain.walls) {
    for (const BodyDef& def : domain.bodies) add(def);
    contacts_.reserve(8 * most), before_.reserve(8 * most);
    bodies_.reserve(2 * most), grabs_.reserve(8);
}

Outcome RigidSolver::add(BodyDef def, glm::vec3 offset) {
    if (static_cast<int>(bodies_.size()) >= most)
        return Outcome::refused("a tank holds at most " + std::to_string(most) + " bodies");
    Walls walls = walls_;
    walls.centre += offset;
    Outcome result = fit_body(def, walls, dimensions_);
    if (!result.accepted) return result;
    bodies_.push_back(make_body(def, dimensions_));
    force_.emplace_back(0), torque_.emplace_back(0);
    return result;
}

void RigidSolver::set_grabs(std::span<const Grab> grabs) {
    grabs_.clear();
    for (const Grab& grab : grabs)
        if (grab.body >= 0 && grab.body < static_cast<int>(bodies_.size())) grabs_.push_back(grab);
}

float RigidSolver::max_speed() const {
    float max_speed = 0;
    for (const Body& b : bodies_) {
        const float turning = __builtin_sqrtf(glm::dot(b.angular_velocity, b.angular_velocity)) * b.reach(dimensions_);
        max_speed = std::max(max_speed, __builtin_sqrtf(glm::dot(b.velocity, b.velocity)) + turning);
    }
    return max_speed;
}

void RigidSolver::push(int body, glm::vec3 force, glm::vec3 torque) {
    force_[static_cast<size_t>(body)] += force;
    torque_[static_cast<size_t>(body)] += torque;
}

void RigidSolver::clear_forces() {
    std::fill(force_.begin(), force_.end(), glm::vec3(0));
    std::fill(torque_.begin(), torque_.end(), glm::vec3(0));
}

void RigidSolver::kick(float dt, glm::vec3 gravity) {
    if (dimensions_ == 2) gravity.z = 0;
    for (size_t i = 0; i < bodies_.size(); ++i) {
        Body& b = bodies_[i];
        b.velocity += force_[i] * (b.inv_mass * dt) + gravity * (b.is_kinematic() ? 0 : dt);
        b.angular_velocity += by_inertia(b, torque_[i]) * dt;
    }
    for (const Grab& grab : grabs_) pull(grab, dt);
    fast_ = std::max(fast_, 4 * __builtin_sqrtf(glm::dot(gravity, gravity)) * dt);
}

void RigidSolver::change(int body, glm::vec3 velocity, glm::vec3 angular_velocity) {
    Body& b = bodies_[static_cast<size_t>(body)];
    b.velocity += velocity, b.angular_velocity += angular_velocity;
}

glm::vec3 RigidSolver::strike(int body, glm::vec3 at, glm::vec3 gained, float mass) {
    Body& b = bodies_[static_cast<size_t>(body)];
    const glm::vec3 arm = at - b.position;
    const float size = __builtin_sqrtf(glm::dot(gained, gained));
    if (!(size > 0)) return glm::vec3(0);
    gained /= 1 + mass * yielding(b, arm, gained / size);
    b.velocity -= gained * (mass * b.inv_mass);
    b.angular_velocity -= by_inertia(b, glm::cross(arm, gained * mass));
    return gained;
}

// A critically damped spring whose impulse is that of an implicit step, so that it is calm at any dt; `rigid` is the
// most that a unit force off the centre can move the point more than one at the centre does.
void RigidSolver::pull(const Grab& grab, float dt) {
    constexpr float rate = 20, rigid = 4, max_acceleration = 250;
    Body& b = bodies_[static_cast<size_t>(grab.body)];
    const glm::vec3 at = b.to_world(grab.own), way = grab.target - at;
    const float give = 1 + rigid * (2 * rate * dt + rate * rate * dt * dt);
    glm::vec3 impulse = (way * (rate * rate) - b.velocity_at(at) * (2 * rate)) * (b.mass * dt / give);
    const float limit = b.mass * max_acceleration * dt, size = __builtin_sqrtf(glm::dot(impulse, impulse));
    if (size > limit) impulse *= limit / size;
    if (dimensions_ == 2) impulse.z = 0;
    b.velocity += impulse * b.inv_mass;
    b.angular_velocity += by_inertia(b, glm::cross(at - b.position, impulse));
    b.angular_velocity /= 1 + 4 * dt;  // a hand does not let it swing for ever
}

void RigidSolver::move(float dt, glm::vec3 offset, glm::vec3 velocity, std::span<const Body> obstacles) {
    if (bodies_.empty()) return;
    for (Body& b : bodies_)
        if (b.is_kinematic()) drive(b, dt, offset + velocity * dt);
    const size_t own = bodies_.size();
    for (Body b : obstacles) {
        b.inv_mass = 0, b.inv_inertia = {0, 0, 0};
        if (b.shape == BodyShape::cylinder) b.shape = BodyShape::box, b.half.z = b.half.x;
        bodies_.push_back(b);
    }
    std::swap(contacts_, before_);
    find_contacts(bodies_, walls_, offset, dimensions_, contacts_);
    prepare(dt, velocity);
    for (int round = 0; round < velocity_rounds; ++round) solve(velocity);
    bounce(velocity);
    integrate(dt);
    for (int round = 0; round < position_rounds; ++round) correct_positions(velocity * dt);
    bodies_.resize(own);
    keep_inside(offset + velocity * dt, velocity);
    fast_ = 0;
}

glm::vec3 RigidSolver::closing(const Contact& c, glm::vec3 wall_velocity) const {
    const Body& a = bodies_[static_cast<size_t>(c.a)];
    const glm::vec3 mine = a.velocity + glm::cross(a.angular_velocity, c.arm_a);
    if (c.b == Contact::wall) return mine - wall_velocity;
    const Body& b = bodies_[static_cast<size_t>(c.b)];
    return mine - (b.velocity + glm::cross(b.angular_velocity, c.arm_b));
}

void RigidSolver::apply(const Contact& c, glm::vec3 impulse) {
    Body& a = bodies_[static_cast<size_t>(c.a)];
    a.velocity += impulse * a.inv_mass;
    a.angular_velocity += by_inertia(a, glm::cross(c.arm_a, impulse));
    if (c.b == Contact::wall) return;
    Body& b = bodies_[static_cast<size_t>(c.b)];
    b.velocity -= impulse * b.inv_mass;
    b.angular_velocity -= by_inertia(b, glm::cross(c.arm_b, impulse));
}

// Masses along normal and tangents, and the impulses that the same contacts ended with in the step before.
void RigidSolver::prepare(float dt, glm::vec3 wall_velocity) {
    size_t from = 0;
    for (Contact& c : contacts_) {
        const Body& a = bodies_[static_cast<size_t>(c.a)];
        const Body* b = c.b == Contact::wall ? nullptr : &bodies_[static_cast<size_t>(c.b)];
        c.arm_a = c.point - a.position, c.own_a = a.to_own(c.point);
        if (b) c.arm_b = c.point - b->position, c.own_b = b->to_own(c.point);
        const glm::vec3 n = c.normal;
        if (dimensions_ == 2) {
            c.tangent[0] = {-n.y, n.x, 0};
        } else {
            const glm::vec3 other = n.x * n.x < 0.5f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
            const glm::vec3 side = glm::cross(n, other);
            c.tangent[0] = side / __builtin_sqrtf(glm::dot(side, side));
            c.tangent[1] = glm::cross(n, c.tangent[0]);
        }
        c.normal_mass = 1 / (yielding(a, c.arm_a, n) + (b ? yielding(*b, c.arm_b, n) : 0));
        for (int t = 0; t < dimensions_ - 1; ++t)
            c.tangent_mass[t] =
                1 / (yielding(a, c.arm_a, c.tangent[t]) + (b ? yielding(*b, c.arm_b, c.tangent[t]) : 0));
        c.friction = b ? __builtin_sqrtf(a.friction * b->friction) : a.friction;
        c.restitution = b ? std::max(a.restitution, b->restitution) : a.restitution;
        c.approach = glm::dot(closing(c, wall_velocity), n);
        c.ahead = std::max(c.gap, 0.0f) / dt;

        const auto earlier = [&](const Contact& old) { return old.a < c.a || (old.a == c.a && old.b < c.b); };
        while (from < before_.size() && earlier(before_[from])) ++from;
        const float near = 0.3f * smallest_half(a, dimensions_);
        float nearest = near * near;
        for (size_t k = from; k < before_.size() && before_[k].a == c.a && before_[k].b == c.b; ++k) {
            const Contact& old = before_[k];
            const glm::vec3 away = old.own_a - c.own_a;
            if (!(glm::dot(away, away) < nearest) || !(glm::dot(old.normal, n) > 0.9f)) continue;
            nearest = glm::dot(away, away);
            const glm::vec3 rub = old.tangent[0] * old.rub[0] + old.tangent[1] * old.rub[1];
            c.impulse = old.impulse;
            for (int t = 0; t < dimensions_ - 1; ++t) c.rub[t] = glm::dot(rub, c.tangent[t]);
        }
    }
    for (const Contact& c : contacts_)
        apply(c, c.normal * c.impulse + c.tangent[0] * c.rub[0] + c.tangent[1] * c.rub[1]);
}

void RigidSolver::solve(glm::vec3 wall_velocity) {
    for (Contact& c : contacts_) {
        solve_friction(c, wall_velocity);
        const float along = glm::dot(closing(c, wall_velocity), c.normal) + c.ahead;
        const float wanted = std::max(c.impulse - along * c.normal_mass, 0.0f);
        apply(c, c.normal * (wanted - c.impulse));
        c.impulse = wanted;
    }
}

void RigidSolver::solve_friction(Contact& c, glm::vec3 wall_velocity) {
    const glm::vec3 sliding = closing(c, wall_velocity);
    float wanted[2] = {0, 0}, squares = 0;
    for (int t = 0; t < dimensions_ - 1; ++t) {
        wanted[t] = c.rub[t] - glm::dot(sliding, c.tangent[t]) * c.tangent_mass[t];
        squares += wanted[t] * wanted[t];
    }
    const float limit = c.friction * c.impulse, size = __builtin_sqrtf(squares);
    const float share = size > limit ? limit / size : 1;
    glm::vec3 impulse(0);
    for (int t = 0; t < dimensions_ - 1; ++t) {
        impulse += c.tangent[t] * (wanted[t] * share - c.rub[t]);
        c.rub[t] = wanted[t] * share;
    }
    apply(c, impulse);
}

// What came fast enough leaves with its share of the speed.
void RigidSolver::bounce(glm::vec3 wall_velocity) {
    for (Contact& c : contacts_) {
        if (!(c.approach < -fast_) || !(c.impulse > 0) || c.restitution <= 0) continue;
        const float along = glm::dot(closing(c, wall_velocity), c.normal);
        const float wanted = std::max(c.impulse - (along + c.restitution * c.approach) * c.normal_mass, 0.0f);
        apply(c, c.normal * (wanted - c.impulse));
        c.impulse = wanted;
    }
}

// Two parabolas a period, nearly a sine. The velocity is what leads to the place at the end of the step.
void RigidSolver::drive(Body& b, float dt, glm::vec3 offset) {
    b.phase += dt / b.period;
    while (b.phase >= 1) b.phase -= 1;
    const float t = b.phase < 0.5f ? 2 * b.phase : 2 * b.phase - 1, arch = 4 * t * (1 - t);
    const glm::vec3 target = b.home + offset + b.oscillation * (b.phase < 0.5f ? arch : -arch);
    b.velocity = (target - b.position) / dt;
}

void RigidSolver::integrate(float dt) {
    for (Body& b : bodies_) {
        b.position += b.velocity * dt;
        // What tumbles keeps its angular momentum, not its spin.
        const glm::vec3 momentum = b.axes * (b.inertia * (b.angular_velocity * b.axes));
        b.rotation = turned(b.rotation, b.angular_velocity, dt);
        b.axes = axes_of(b.rotation);
        if (dimensions_ == 3 && !b.is_kinematic()) b.angular_velocity = by_inertia(b, momentum);
    }
}

void RigidSolver::correct_positions(glm::vec3 wall_way) {
    for (const Contact& c : contacts_) {
        Body& a = bodies_[static_cast<size_t>(c.a)];
        Body* b = c.b == Contact::wall ? nullptr : &bodies_[static_cast<size_t>(c.b)];
        const glm::vec3 arm_a = a.axes * c.own_a, arm_b = b ? b->axes * c.own_b : glm::vec3(0);
        const glm::vec3 at_a = a.position + arm_a, at_b = b ? b->position + arm_b : c.point + wall_way;
        const float gap = c.gap + glm::dot(at_a - at_b, c.normal), size = smallest_half(a, dimensions_);
        const float out = std::min(-(gap + slop * size) * correction, 0.2f * size);
        if (!(out > 0)) continue;
        const float impulse = out / (yielding(a, arm_a, c.normal) + (b ? yielding(*b, arm_b, c.normal) : 0));
        const auto shift = [&](Body& body, glm::vec3 arm, float by) {
            body.position += c.normal * (by * body.inv_mass);
            body.rotation = turned(body.rotation, by_inertia(body, glm::cross(arm, c.normal * by)), 1);
            body.axes = axes_of(body.rotation);
        };
        shift(a, arm_a, impulse);
        if (b) shift(*b, arm_b, -impulse);
    }
}

// The last word, for what is faster than its own size a step: back inside, without the speed that led out.
void RigidSolver::keep_inside(glm::vec3 offset, glm::vec3 wall_velocity) {
    for (Body& b : bodies_) {
        if (b.is_kinematic()) continue;
        const float tolerated = -0.1f * smallest_half(b, dimensions_);
        glm::vec3 at[8];
        for (int round = 0; round < 4; ++round) {
            const int count = extremes(b, dimensions_, at);
            float worst = tolerated;
            glm::vec3 inwards(0);
            for (int k = 0; k < count; ++k)
                each_wall(walls_, offset, dimensions_, at[k], b.round(), [&](float gap, glm::vec3 way) {
                    if (gap < worst) worst = gap, inwards = way;
                });
            if (!(worst < tolerated)) break;
            b.position -= inwards * worst;
            const float out = glm::dot(b.velocity - wall_velocity, inwards);
            if (out < 0) b.velocity -= inwards * out;
        }
    }
}

// --- making one ---

Body make_body(const BodyDef& def, int dimensions) {
    Body b;
    b.shape = def.shape, b.kind = def.kind, b.half = def.half;
    if (def.shape == BodyShape::ball) b.half = glm::vec3(def.half.x);
    if (def.shape == BodyShape::capsule) b.half.x = std::max(def.half.x, def.half.y), b.half.z = def.half.y;
    b.position = def.position, b.velocity = def.velocity, b.angular_velocity = def.angular_velocity;
    b.friction = def.friction, b.restitution = def.restitution;
    b.rotation = def.rotation;
    const glm::vec3 h = b.half, h2 = h * h;
    const float r = b.round(), r2 = r * r, a = b.core();
    glm::vec3 turn(0);
    if (dimensions == 2) {
        b.position.z = b.velocity.z = 0;
        b.angular_velocity.x = b.angular_velocity.y = 0;
        b.rotation.x = b.rotation.y = 0;
        const float disc = def.density * pi * r2, middle = def.density * 4 * a * r;
        if (def.shape == BodyShape::box) {
            b.mass = def.density * 4 * h.x * h.y;
            turn.z = b.mass * (h2.x + h2.y) / 3;
        } else {  // a disc cut in two halves, whose middles lie 4 r / 3 pi from the cut, and a bar between them
            b.mass = disc + middle;
            turn.z = disc * (r2 / 2 + a * a + 8 * a * r / (3 * pi)) + middle * (a * a + r2) / 3;
        }
        b.inv_inertia = {0, 0, 1 / turn.z};
    } else {
        if (def.shape == BodyShape::box) {
            b.mass = def.density * 8 * h.x * h.y * h.z;
            turn = glm::vec3(h2.y + h2.z, h2.x + h2.z, h2.x + h2.y) * (b.mass / 3);
        } else {  // a ball cut in two halves, whose middles lie 3 r / 8 from the cut, and a cylinder between them
            const float ball = def.density * pi * r2 * r * 4 / 3, middle = def.density * pi * r2 * 2 * a;
            b.mass = ball + middle;
            turn.x = ball * r2 * 2 / 5 + middle * r2 / 2;
            turn.y = turn.z = ball * (r2 * 2 / 5 + a * a + a * r * 3 / 4) + middle * (r2 / 4 + a * a / 3);
        }
        b.inv_inertia = 1.0f / turn;
    }
    b.inertia = turn;
    b.inv_mass = 1 / b.mass;
    if (def.period > 0) {
        b.home = b.position, b.oscillation = def.oscillation, b.period = def.period;
        b.inv_mass = 0, b.inv_inertia = b.angular_velocity = glm::vec3(0);
    }
    b.rotation = normalised(b.rotation);
    b.axes = axes_of(b.rotation);
    return b;
}

namespace {

// How far it must move so that no wall cuts it; false where it cannot be.
bool bring_inside(Body& b, const Walls& walls, int dimensions) {
    for (int round = 0; round < 64; ++round) {
        glm::vec3 at[8];
        const int count = extremes(b, dimensions, at);
        float worst = 0;
        glm::vec3 way(0);
        for (int k = 0; k < count; ++k)
            each_wall(walls, glm::vec3(0), dimensions, at[k], b.round(), [&](float gap, glm::vec3 inwards) {
                if (gap < worst) worst = gap, way = inwards;
            });
        if (worst >= -1e-5f * b.reach(dimensions)) return true;
        b.position -= way * (worst * 1.0001f);
    }
    return false;
}

}  // namespace

Outcome fit_body(BodyDef& def, const Walls& walls, int dimensions) {
    constexpr std::string_view names[] = {"ball", "box", "capsule", "cylinder"};
    const std::string what = "body (" + std::string(names[static_cast<size_t>(def.shape)]) + "): ";
    const auto refuse = [&](const char* why) { return Outcome::refused(what + why); };
    const bool flat = dimensions == 2, box = def.shape == BodyShape::box, ball = def.shape == BodyShape::ball;
    const auto finite = [](glm::vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
    if (!finite(def.position) || !finite(def.velocity) || !finite(def.angular_velocity) || !finite(def.half) ||
        !finite(def.oscillation) || !std::isfinite(def.period))
        return refuse("its place, speed and size must be numbers");
    if (def.shape == BodyShape::cylinder) return refuse("particles know no walls of that shape");
    if (!(def.density > 0) || !std::isfinite(def.density)) return refuse("its density must be above 0");
    if (!(def.half.x > 0) || (!ball && !(def.half.y > 0)) || (box && !flat && !(def.half.z > 0)))
        return refuse("its size must be above 0");
    if (!(def.friction >= 0) || !(def.restitution >= 0 && def.restitution <= 1))
        return refuse("friction must not be negative, restitution between 0 and 1");

    const bool round = walls.shape == Shape::circle;
    float room = round ? walls.half.x : std::min(walls.half.x, walls.half.y);
    if (!round && !flat) room = std::min(room, walls.half.z);
    // Unless it is driven it must be able to turn: the sphere around it has to fit.
    const float reach = make_body(def, dimensions).reach(dimensions);
    Outcome result;
    char text[160];
    if (reach > room && !(def.period > 0)) {
        const float scale = 0.8f * room / reach;
        def.half *= scale;
        std::snprintf(text, sizeof text, "%g across is larger than the tank (%g): made %g times smaller",
                      static_cast<double>(2 * reach), static_cast<double>(2 * room), static_cast<double>(1 / scale));
        result = Outcome::changed(what + text);
    }
    Body body = make_body(def, dimensions);
    if (body.is_kinematic()) return result;  // it may reach into the walls, so that nothing slips past it
    const glm::vec3 wanted = body.position;
    if (!bring_inside(body, walls, dimensions)) return refuse("there is no room for it in the tank");
    def.position = body.position;
    const glm::vec3 moved = body.position - wanted;
    if (result.warning.empty() && glm::dot(moved, moved) > 1e-6f * reach * reach)
        result = Outcome::changed(what + "was outside the tank: moved inside");
    return result;
}

}  // namespace slosh
