// Pressure projection on a MAC grid: assembles the pressure system from velocities, and subtracts the gradient, u_new =
// u - dt / rho grad p, so that the divergence vanishes (Chorin 1968). The free surface with p = 0 may lie anywhere
// between two cell centres (ghost fluid method: Gibou, Fedkiw, Cheng & Kang 2002; Enright, Nguyen, Gibou & Fedkiw
// 2003).
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/fluid_boundary.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

// The unit of the system's pressure is p dt / (rho edge^2) with the shortest edge of a cell.
inline float shortest_edge(const MacFrame& frame) {
    float min_value = frame.edge[0];
    for (const float edge : frame.edge) min_value = edge < min_value ? edge : min_value;
    return min_value;
}

// 1 / theta of the ghost fluid method, theta being the distance of the surface from the fluid cell centre in cells, by
// linear interpolation of phi; 1 where both cells are fluid. At least one must be. A fluid cell counts as at least
// `min_depth` deep: below, the large diagonal costs iterations. The limit is on the depth, not on the theta of each
// face: a cell as shallow as one face allows has a pressure that is too high for its others. A gentle wave was pushed
// by five times its slope and g where its surface passes through cell centres, and broke up there.
inline Float4 inv_theta(Float4 fluid, Float4 other) {
    constexpr float min_depth = 0.04f;
    const Float4 depth = max(-fluid, splat(min_depth));
    return select(other < 0.0f, splat(1.0f), 1.0f + max(other, splat(0.0f)) / depth);
}

// b = divergence_target - div u, 1/s (null: target 0).
void assemble_pressure(const MacFrame&, const FluidBoundary&, const Faces& velocity, const float* divergence_target,
                       PressureSystem&, Jobs&);

// Faces with a smaller open fraction are not valid: the velocity through a sliver can be anything, and particles beside
// it are better served by the extrapolated velocity of its neighbours.
constexpr float min_valid_fraction = 0.1f;

// Subtracts the pressure gradient. `valid` becomes 1 on sufficiently open faces next to fluid, else 0.
void subtract_gradient(const PressureSolution&, const MacFrame&, const FluidBoundary&, Faces& velocity, Faces& valid,
                       Jobs&);

}  // namespace slosh
