// The solids in the tank of PIC/FLIP: obstacles and dynamic bodies (grid/boundaries/obstacles.h), and the cells that
// they cut (grid/boundaries/cut_cells.h).
#pragma once
#include <memory>

#include "grid/boundaries/cut_cells.h"
#include "grid/boundaries/obstacles.h"
#include "grid/boundaries/viscous_coupling.h"
#include "grid/grid_layout.h"
#include "grid/liquid/viscosity.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

struct Solids {
    Obstacles bodies;
    std::unique_ptr<CutCells> cut;  // null where no solid cuts a cell
    ViscousCoupling drag;

    // Two-way coupling, before the pressure solve: dynamic bodies are accelerated over dt, and their coupling with the
    // pressure is assembled. `rest_density` of the fluid, kg/m3. Needs `cut`.
    void integrate_and_couple(float dt, glm::vec3 gravity, const Motion& container, const Faces& face_fraction,
                              float rest_density, PressureSystem&);
    // After a pressure solve, the first or the second of a step: dynamic bodies take the impulse of the pressure.
    void apply_pressure_impulses(const PressureSystem&, const SimdArray<float>& pressure, float dt, bool first,
                                 const Motion& container);
    // Viscosity::diffuse() with no slip at the solids and the drag on dynamic bodies; viscosity in m2/s.
    void diffuse(Viscosity&, const GridLayout&, const SimdArray<float>& phi, const Faces& face_fraction,
                 float viscosity, float rest_density, float dt, const Motion& container, Faces& velocity, Jobs&);
    // Advances the solids by dt and pushes particles out of them. `container` is that at the start, the frame that at
    // the end. With dt = 0 they stay, and changes are taken over. Needs `cut`.
    void move(float dt, const Motion& container, const MacFrame&, Faces& face_fraction, FlipParticles&, Jobs&);
};

}  // namespace slosh
