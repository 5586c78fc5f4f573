// Slices through a grid, for several tests.
#pragma once
#include "solver/grid_slice.h"

namespace slosh {

inline Slice slice_of(Slice::Quantity shown, int axis = 2, float position = 0.5f) {
    Slice slice;
    slice.shown = shown;
    slice.axis = axis;
    slice.position = position;
    return slice;
}

}  // namespace slosh
