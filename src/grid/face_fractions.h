// How much of each face of a MAC grid solids leave open, from a signed distance at the corners of the cells (Batty,
// Bertails & Bridson 2007): walls may slope and curve, and the fluid slides along them instead of down a staircase.
//
// A face is cut into four triangles around its centre, where the distance is the mean of the four corners', and each
// is cut as if the distance were linear in it. For a plane wall that is exact, and it has no jumps.
#pragma once
#include "base/jobs.h"
#include "base/simd_array.h"
#include "grid/mac_grid.h"

namespace slosh {

// Less than this is closed: a cell that breathes through a pinhole makes the system of the pressure stiff.
constexpr float min_open_share = 0.01f;

// The share of a square where the distance is above 0, from that at its corners, in their order around it.
float positive_share(float a, float b, float c, float d);

// `solid` is the distance from solids, below 0 inside, in any unit; the entry of a cell is that of its lower corner,
// and the corners from (0, 0, 0) to (nx, ny, nz) count. Each of `open`, by axis, becomes the open share of the faces,
// 0..1; those towards the border are closed.
void find_open_faces(const MacGrid&, const SimdArray<float>& solid, SimdArray<float>& open_x, SimdArray<float>& open_y,
                     SimdArray<float>& open_z, Jobs&);

}  // namespace slosh
