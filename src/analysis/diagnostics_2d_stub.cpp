// Stub, linked instead of diagnostics_2d.cpp into modules without 2D scenes.
#include "analysis/diagnostics.h"

namespace slosh {

template <int D>
void Diagnostics::count_neighbours(float, Jobs&) {}
template <int D>
void Diagnostics::find_curl(float, Jobs&) {}

template void Diagnostics::count_neighbours<2>(float, Jobs&);
template void Diagnostics::find_curl<2>(float, Jobs&);

}  // namespace slosh
