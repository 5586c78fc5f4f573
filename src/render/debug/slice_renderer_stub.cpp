// Linked in place of slice_renderer.cpp into modules of solvers without a grid.
#include "render/debug/slice_renderer.h"

namespace slosh {

std::unique_ptr<SliceRenderer> make_slice_renderer(std::string&) { return nullptr; }

}  // namespace slosh
