// Linked in place of body_hands.cpp where no fluid carries bodies.
#include "app/app.h"

namespace slosh {

Pick App::body_at(const PointerEvent&) const { return {}; }

std::span<const float> App::observe_bodies(const ParticleFields&) { return {}; }

void App::drop() { message("warning", "this solver does not support rigid bodies"); }

}  // namespace slosh
