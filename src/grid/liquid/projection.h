// From velocities on a MAC grid to the system of the pressure, and back: u_new = u - dt / rho grad p without
// divergence (Chorin 1968), with p = 0 on a free surface that may lie anywhere between two cells (ghost fluid: Gibou,
// Fedkiw, Cheng & Kang 2002; Enright, Nguyen, Gibou & Fedkiw 2003).
//
// `surface` holds, for the centre of every cell, the distance from the free surface in cells, below 0 in the fluid.
// Only its ratio across the surface counts: -1 and 0 put the surface into the air cell's centre. It is 0 in the border.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

// The pressure of the system is p dt / (rho shortest^2), with the shortest edge of a cell.
inline float shortest_edge(const MacFrame& frame) {
    float least = frame.edge[0];
    for (const float edge : frame.edge) least = edge < least ? edge : least;
    return least;
}

// 1 over the share of the way from a fluid cell to its neighbour at which the surface is, by their distances from it; 1
// where both are fluid. One of them must be. A surface closer to the fluid cell's centre than `min_share` of a cell
// counts as farther: beyond, rounding takes over.
inline Float4 per_surface_share(Float4 fluid, Float4 other) {
    constexpr float min_share = 0.02f;
    const Float4 share = max(fluid / (fluid - max(other, splat(0.0f))), splat(min_share));
    return select(other < 0.0f, splat(1.0f), 1.0f / share);
}

// b is minus the divergence, plus `source` (1/s a cell; null for none). `open` is the open share of a face, 0..1.
void assemble_pressure(const MacFrame&, const SimdArray<float>& surface, const Faces& open, const Faces& velocity,
                       const float* source, PressureSystem&, Jobs&);

// A face that is open by less than this is not known: what little goes through it may be of any speed, and particles
// beside it had better take that of its neighbours.
constexpr float min_known = 0.1f;

// Subtracts the gradient. `known` becomes 1 on faces that are open enough and that fluid touches, else 0.
void subtract_gradient(const PressureSystem&, const MacFrame&, const SimdArray<float>& surface, const Faces& open,
                       const SimdArray<float>& pressure, Faces& velocity, Faces& known, Jobs&);

}  // namespace slosh
