// Linked in place of diagnostics_2d.cpp into modules without 2D scenes.
#include "analysis/diagnostics.h"

namespace slosh {

template <>
void Diagnostics::count_neighbours<2>(float, Jobs&) {}
template <>
void Diagnostics::find_curl<2>(float, Jobs&) {}

}  // namespace slosh
