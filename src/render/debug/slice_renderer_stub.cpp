// Linked in place of grid_view.cpp where no fluid has a grid.
#include "render/debug/slice_renderer.h"

namespace slosh {

std::unique_ptr<SliceRenderer> make_slice_renderer(std::string&) { return nullptr; }

}  // namespace slosh
