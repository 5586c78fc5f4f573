#include "rigid/velocity_unknowns.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace slosh {
namespace {

// 0 for kinematic bodies.
BodyVelocity over_mass(const Body& b, const BodyVelocity& v) {
    return {v.linear * b.inv_mass, b.over_inertia(v.angular)};
}
BodyVelocity by_mass(const Body& b, const BodyVelocity& v) {
    return {v.linear * b.mass, b.axes * (b.inertia * (v.angular * b.axes))};
}

}  // namespace

void BodyVelocity::add(float factor, const BodyVelocity& v) {
    linear += factor * v.linear;
    angular += factor * v.angular;
}
double BodyVelocity::dot(const BodyVelocity& v) const {
    return static_cast<double>(glm::dot(linear, v.linear) + glm::dot(angular, v.angular));
}

void VelocityUnknowns::begin(std::span<const Body> bodies) {
    bodies_ = bodies;
    for (std::vector<BodyVelocity>* each : {&change_, &residual_, &direction_, &product_}) each->resize(bodies.size());
    for (size_t b = 0; b < bodies.size(); ++b)
        if (bodies[b].is_kinematic()) change_[b] = {};  // the index may have been that of another
}

void VelocityUnknowns::start(glm::vec3 frame) {
    for (size_t b = 0; b < bodies_.size(); ++b) {
        direction_[b] = {bodies_[b].velocity - frame, bodies_[b].angular_velocity};
        direction_[b].add(1, change_[b]);
    }
}

bool VelocityUnknowns::moves() const {
    return std::any_of(direction_.begin(), direction_.end(), [](const BodyVelocity& p) { return p.dot(p) > 0; });
}

double VelocityUnknowns::find_residual(std::span<const BodyVelocity> impulses) {
    for (size_t b = 0; b < bodies_.size(); ++b) {
        residual_[b] = impulses[b];
        residual_[b].add(-1, by_mass(bodies_[b], change_[b]));
        direction_[b] = over_mass(bodies_[b], residual_[b]);
    }
    return residual_norm();
}

double VelocityUnknowns::find_product(std::span<const BodyVelocity> impulses) {
    double total = 0;
    for (size_t b = 0; b < bodies_.size(); ++b) {
        product_[b] = by_mass(bodies_[b], direction_[b]);
        product_[b].add(-1, impulses[b]);
        total += direction_[b].dot(product_[b]);
    }
    return total;
}

double VelocityUnknowns::update_solution(float alpha) {
    for (size_t b = 0; b < bodies_.size(); ++b) {
        change_[b].add(alpha, direction_[b]);
        residual_[b].add(-alpha, product_[b]);
    }
    return change_norm();
}

void VelocityUnknowns::update_direction(float beta) {
    for (size_t b = 0; b < bodies_.size(); ++b) {
        BodyVelocity p = over_mass(bodies_[b], residual_[b]);
        p.add(beta, direction_[b]);
        direction_[b] = p;
    }
}

double VelocityUnknowns::change_norm() const {
    double total = 0;
    for (size_t b = 0; b < bodies_.size(); ++b) total += change_[b].dot(by_mass(bodies_[b], change_[b]));
    return total;
}

double VelocityUnknowns::residual_norm() const {
    double total = 0;
    for (size_t b = 0; b < bodies_.size(); ++b) total += residual_[b].dot(over_mass(bodies_[b], residual_[b]));
    return total;
}

void VelocityUnknowns::add_change(RigidSolver& bodies) const {
    for (size_t b = 0; b < change_.size(); ++b)
        bodies.add_velocity(static_cast<int>(b), change_[b].linear, change_[b].angular);
}

}  // namespace slosh
