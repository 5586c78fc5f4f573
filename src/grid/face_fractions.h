// Open area fractions of the faces of a MAC grid, from a signed distance of solids at the cell corners (Batty, Bertails
// & Bridson 2007): walls may slope and curve, and the fluid slides along them without a staircase effect.
//
// A face is split into four triangles around its centre, where the distance is the mean of the four corners. Each
// triangle is clipped as if the distance were linear in it. This is exact for a plane wall and continuous in the
// distance.
#pragma once
#include "base/jobs.h"
#include "base/simd_array.h"
#include "grid/flip_particles.h"

namespace slosh {

// Smaller fractions count as closed: a cell that is connected through a pinhole makes the pressure system stiff.
constexpr float min_face_fraction = 0.01f;

// The fraction of a square in which the distance is positive, from its values at the corners in cyclic order.
float positive_fraction(float a, float b, float c, float d);

// `solid`: signed distance from solids, negative inside, in any unit, at the lower corner of each cell; the corners (0,
// 0, 0) to (nx, ny, nz) are read. Writes the open fraction 0..1 of every face, or, with `stale`, of the faces of the
// cells where it is not 0; faces towards the border are closed.
void find_face_fractions(const MacGrid&, const SimdArray<float>& solid, const SimdArray<uint8_t>* stale,
                         Faces& face_fraction, Jobs&);

}  // namespace slosh
