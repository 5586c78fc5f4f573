// Viscous coupling of solids that cut the cells of a MAC grid: no slip at their surface, and the drag on dynamic
// bodies.
//
// A face whose centre lies in the fluid and that has a neighbour across the surface, at the distance theta of the way,
// is tied to the velocity of the solid there by w = nu dt / (theta edge^2). A dynamic body gains what these ties take
// from the fluid. The velocity V of its centre is implicit, by elimination: per component
//
//  (m + M sum w) V = m V* + M sum w u,   M the mass of a cell,
//
// which adds -w w^T / (m / M + sum w) to the matrix of viscosity.h and leaves it symmetric positive definite. So a body
// of any mass is stable. Its angular velocity is that before the step; afterwards it takes the torque as if the fluid
// kept its velocity.
#pragma once
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "grid/boundaries/cut_cells.h"
#include "grid/boundaries/obstacles.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

class ViscousCoupling {
public:
    // `rest_density` of the fluid, kg/m3. For one time step.
    void begin(CutCells&, Obstacles&, const MacGrid&, const Faces& face_fraction, float rest_density,
               const Motion& container);
    // The face fractions, but 0 where the centre of the face lies in a solid.
    const Faces& open() const { return open_; }

    // Ties the faces of the component to the solids around them. `rate`: nu dt / edge^2 by axis. The system is that of
    // the fluid, with a no-slip point at half a cell beside solids along the component and at a whole one across it.
    void assemble(int axis, const float (&rate)[3], const SimdArray<float>& phi, PressureSystem&);
    // After the solve: dynamic bodies take the drag; faces in solids take their velocity.
    void apply(int axis, const PressureSystem&, const SimdArray<float>& solution, const Faces& face_fraction,
               Faces& velocity);

private:
    struct Tie {
        int face, owner;
        float weight;
        glm::vec3 at;  // on the surface, m
    };
    struct Drag {
        float mass, sum = 0;  // of the body, and of the weights, in masses of a cell
        float free = 0;       // m/s times a mass of a cell: without the fluid, V* and the rotation of the solid
    };

    bool is_solid(int axis, int face) const { return !(cut_->face_distance(axis, face) > 0); }

    CutCells* cut_ = nullptr;
    Obstacles* solids_ = nullptr;
    float cell_mass_ = 0;  // kg
    Motion container_;
    Faces open_;
    std::vector<Tie> ties_;
    std::vector<Drag> drag_;  // by dynamic body
};

}  // namespace slosh
