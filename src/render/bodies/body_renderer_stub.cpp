// Linked in place of body_renderer.cpp into modules without bodies.
#include "render/bodies/body_renderer.h"

namespace slosh {

std::unique_ptr<BodyRenderer> make_body_renderer(bool, std::string&) { return nullptr; }

}  // namespace slosh
