// Two-way coupling of rigid bodies inside the pressure system (Batty, Bertails & Bridson 2007, "A fast variational
// framework for accurate solid-fluid coupling", section 5): stable for any mass ratio.
//
// A body with the twist V (velocity and angular velocity, six numbers) forces the flux J V into the cells around it,
// and the pressures exert the impulse -J^T p on it: V = V* - K J^T p with the inverse mass matrix K. So the system A p
// = b + J V becomes (A + J K J^T) p = b + J V*, which stays symmetric positive definite.
#pragma once
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace slosh {

struct RigidCoupling {
    // A row of J: the flux into a cell per unit of the body's velocity, 1/m, and angular velocity. The pressure is that
    // of the cell centre; `surface_offset` leads from there to the body's surface, in cells.
    struct Cell {
        int at;  // index of the cell
        glm::vec3 j_linear, j_angular, surface_offset;
    };
    struct Twist {
        glm::vec3 velocity{0, 0, 0}, angular_velocity{0, 0, 0};  // m/s, 1/s
    };

    int body = 0;  // index in Obstacles::bodies()
    std::vector<Cell> cells;
    // K, scaled to the unit of the system pressure.
    float inv_mass = 0;
    glm::mat3 inv_inertia{0};

    // The twist change -K J^T p.
    Twist twist(const float* p) const {
        return weighted_twist([&](const Cell& c) { return p[c.at]; });
    }
    // -K J^T applied to f(cell).
    template <class F>
    Twist weighted_twist(F&& f) const {
        glm::dvec3 linear(0), angular(0);
        for (const Cell& c : cells) {
            const double pressure = f(c);
            linear += glm::dvec3(c.j_linear) * pressure;
            angular += glm::dvec3(c.j_angular) * pressure;
        }
        return {-inv_mass * glm::vec3(linear), -(inv_inertia * glm::vec3(angular))};
    }
};

// out += sign J K J^T p where the diagonal is positive; p is 0 elsewhere. Returns p . J K J^T p.
double add_coupling_product(std::span<const RigidCoupling>, const float* p, float sign, const float* diagonal,
                            float* out);

}  // namespace slosh
