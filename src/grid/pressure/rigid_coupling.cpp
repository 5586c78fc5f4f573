#include "grid/pressure/rigid_coupling.h"

namespace slosh {

double add_yield(std::span<const RigidCoupling> bodies, const float* p, float sign, const float* diagonal, float* out) {
    double energy = 0;
    for (const RigidCoupling& body : bodies) {
        const RigidCoupling::Change change = body.change(p);
        for (const RigidCoupling::Cell& c : body.cells) {
            const float taken = glm::dot(c.push, change.velocity) + glm::dot(c.turn, change.angular_velocity);
            energy -= static_cast<double>(taken) * static_cast<double>(p[c.at]);
            if (diagonal[c.at] > 0) out[c.at] -= sign * taken;
        }
    }
    return energy;
}

}  // namespace slosh
