// Stub, linked instead of app_effects_3d.cpp into modules without 3D scenes.
#include "app/simulation.h"

namespace slosh {

void Simulation::step_foam(float, const Motion&, glm::vec3, Jobs&) {}

DiffuseView Simulation::foam() const { return {}; }

Ellipsoids Simulation::ellipsoids(const Frame&, Jobs&) { return {}; }

}  // namespace slosh
