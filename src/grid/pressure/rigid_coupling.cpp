#include "grid/pressure/rigid_coupling.h"

namespace slosh {

double add_coupling_product(std::span<const RigidCoupling> bodies, const float* p, float sign, const float* diagonal,
                            float* out) {
    double energy = 0;
    for (const RigidCoupling& body : bodies) {
        const RigidCoupling::Twist twist = body.twist(p);
        for (const RigidCoupling::Cell& c : body.cells) {
            const float flux = glm::dot(c.j_linear, twist.velocity) + glm::dot(c.j_angular, twist.angular_velocity);
            energy -= static_cast<double>(flux) * static_cast<double>(p[c.at]);
            if (diagonal[c.at] > 0) out[c.at] -= sign * flux;
        }
    }
    return energy;
}

}  // namespace slosh
