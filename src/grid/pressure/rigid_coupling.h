// How rigid bodies yield to the pressure that moves them, within the pressure's own system (Batty, Bertails & Bridson
// 2007, "A fast variational framework for accurate solid-fluid coupling", section 5): no body is too light for it.
//
// A body that moves with V, six numbers of velocity and spin, presses J V into the cells around it, and what the
// pressures there do to it is J^T p the other way: V = V* - K J^T p with K, the inverse mass and inertia. So the system
// A p = b + J V becomes (A + J K J^T) p = b + J V*, still symmetric and positive.
#pragma once
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace slosh {

struct RigidCoupling {
    // A row of J: the share of the body's velocity, 1/m, and of its spin that goes into a cell. The pressure is that of
    // the cell's middle: `ahead` leads from there to the body's surface, in cells.
    struct Cell {
        int at;
        glm::vec3 push, turn, ahead;
    };
    struct Change {
        glm::vec3 velocity{0, 0, 0}, angular_velocity{0, 0, 0};  // m/s, 1/s
    };

    int body = 0;
    std::vector<Cell> cells;
    // K, in the unit of the system's pressure.
    float inv_mass = 0;
    glm::mat3 inv_inertia{0};

    // -K J^T p
    Change change(const float* p) const {
        return sum([&](const Cell& c) { return p[c.at]; });
    }
    // -K J^T (f of each cell)
    template <class F>
    Change sum(F&& f) const {
        glm::dvec3 push(0), turn(0);
        for (const Cell& c : cells) {
            const double pressure = f(c);
            push += glm::dvec3(c.push) * pressure, turn += glm::dvec3(c.turn) * pressure;
        }
        return {-inv_mass * glm::vec3(push), -(inv_inertia * glm::vec3(turn))};
    }
};

// out += sign J K J^T p where the diagonal is above 0; p is 0 elsewhere. Returns p J K J^T p.
double add_yield(std::span<const RigidCoupling>, const float* p, float sign, const float* diagonal, float* out);

}  // namespace slosh
