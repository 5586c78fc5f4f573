// Linked in place of body_painter.cpp where no fluid carries bodies.
#include "render/bodies/body_renderer.h"

namespace slosh {

std::unique_ptr<BodyRenderer> make_body_renderer(bool, std::string&) { return nullptr; }

}  // namespace slosh
