// Stub, linked instead of diagnostics_3d.cpp into modules without 3D scenes.
#include "analysis/diagnostics.h"

namespace slosh {

template <int D>
void Diagnostics::count_neighbours(float, Jobs&) {}
template <int D>
void Diagnostics::find_curl(float, Jobs&) {}

template void Diagnostics::count_neighbours<3>(float, Jobs&);
template void Diagnostics::find_curl<3>(float, Jobs&);

}  // namespace slosh
