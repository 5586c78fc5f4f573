// Linked in place of grid_view.cpp where no fluid has a grid.
#include "render/grid_view.h"

namespace slosh {

std::unique_ptr<SlicePainter> make_slice_painter(std::string&) { return nullptr; }

}  // namespace slosh
