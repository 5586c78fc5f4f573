// Separating boundary condition of ceilings: u.n >= 0 with p >= 0, a solid can push the fluid but not hold it (Batty,
// Bertails & Bridson 2007). One step of the active set method: where the pressure at a ceiling is negative, the ceiling
// counts as air and the pressure is solved once more. Each sub-step starts from all faces closed, so that nothing
// flickers for long.
//
// A ceiling is a closed face above a cell, across the axis with the largest component of gravity: of the tank or of a
// solid inside it.
#pragma once
#include <glm/vec3.hpp>
#include <vector>

#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

// The axis with the largest component of gravity, and the sign of "up" along it; 0 without gravity.
struct UpAxis {
    int axis, sign;
};
UpAxis up_axis(glm::vec3 gravity);

class WallSeparation {
public:
    // Reserves memory for the largest number of faces.
    void reserve(const MacGrid&);

    struct Settings {
        glm::vec3 gravity{0, 0, 0};  // m/s2
        float dt = 0;                // s, over which gravity acts
        bool inner_solids = false;   // solids within the tank have ceilings, too
    };
    // Opens the faces whose pressure would hold fluid up, and marks the cells behind them as air (phi = 0). Returns
    // whether any face opened.
    bool activate(const MacFrame&, const Settings&, const PressureSolution&, SimdArray<float>& phi,
                  Faces& face_fraction, Faces& velocity);
    // After the gradient has been subtracted: the fluid moves away from the ceiling or not at all.
    void clamp_velocity(const MacFrame&, const SimdArray<float>& pressure, Faces& velocity) const;
    // Closes the faces again.
    void reset(Faces& face_fraction);

private:
    struct Face {
        int at, cell;  // face index, index of the cell below it
        bool wall;     // a wall of the tank, not a solid in it
    };
    std::vector<Face> faces_;
    int axis_ = 1;
    bool upwards_ = true;  // the ceiling is at the upper end
};

}  // namespace slosh
