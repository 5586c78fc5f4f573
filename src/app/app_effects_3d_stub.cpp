// Linked in place of deep_water.cpp where no scene has three dimensions.
#include "app/app.h"

namespace slosh {

void App::step_foam(float, const Motion&) {}

DiffuseView App::foam_of(size_t) const { return {}; }

Ellipsoids App::ellipsoids_of(size_t, const Frame&) { return {}; }

}  // namespace slosh
