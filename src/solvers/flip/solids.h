// The solids in the tank of PIC/FLIP: obstacles and dynamic bodies (grid/boundaries/obstacles.h), and the cells that
// they cut (grid/boundaries/cut_cells.h).
#pragma once
#include <memory>

#include "grid/boundaries/cut_cells.h"
#include "grid/boundaries/obstacles.h"
#include "grid/boundaries/viscous_coupling.h"
#include "grid/fluid_boundary.h"
#include "grid/liquid/viscosity.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

struct Solids {
    Obstacles bodies;
    std::unique_ptr<CutCells> cut;  // null where no solid cuts a cell
    ViscousCoupling drag;

    // Two-way coupling, before the pressure solve: dynamic bodies are accelerated over dt, and their coupling with the
    // pressure is assembled. Needs `cut`.
    void integrate_and_couple(float dt, glm::vec3 gravity, const Motion& container, const Faces& face_fraction,
                              PressureSystem&);
    // After a pressure solve, the first or the second of a step: dynamic bodies take the impulse of the pressure.
    void apply_pressure_impulses(const PressureSolution&, float dt, bool first, const Motion& container);
    // Viscosity::diffuse(), after its begin(), with no slip at the solids and the drag on dynamic bodies. Needs `cut`.
    void diffuse(Viscosity&, const FluidBoundary&, const Motion& container, Faces& velocity, Jobs&);
    // Advances the solids by dt and pushes particles out of them. `container` is that at the start, the frame that at
    // the end. With dt = 0 they stay, and changes are taken over. Needs `cut`.
    void move(float dt, const Motion& container, const MacFrame&, Faces& face_fraction, FlipParticles&, Jobs&);
};

}  // namespace slosh
