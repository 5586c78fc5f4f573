// Rigid bodies from their definitions: validation, mass and inertia.
#pragma once
#include "base/outcome.h"
#include "domain/domain.h"
#include "domain/rigid_body.h"

namespace slosh {

// Adjusts the definition to a container. Refused if that is impossible (no size, no mass, NaN or infinite values, a
// cylinder); changed, with a warning, if the body was too large or outside.
Outcome fit_body(BodyDef&, const Walls&, int dimensions);

// A body with the mass and inertia of its shape and density; the other values are those of the definition.
Body make_body(const BodyDef&, int dimensions);

}  // namespace slosh
