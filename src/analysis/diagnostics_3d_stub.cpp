// Linked in place of diagnostics_3d.cpp into modules without 3D scenes.
#include "analysis/diagnostics.h"

namespace slosh {

template <>
void Diagnostics::count_neighbours<3>(float, Jobs&) {}
template <>
void Diagnostics::find_curl<3>(float, Jobs&) {}

}  // namespace slosh
