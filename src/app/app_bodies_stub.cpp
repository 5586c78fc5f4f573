// Stub, linked instead of app_bodies.cpp into modules whose solvers do not support rigid bodies.
#include "app/interaction.h"
#include "app/state/saved_state.h"

namespace slosh {

Pick Interaction::pick_body_at(const PointerEvent&, const View&, const Simulation&) const { return {}; }

Outcome Interaction::drop(const View&, std::span<Simulation>) {
    return Outcome::refused("this solver does not support rigid bodies");
}

std::span<const float> View::find_nearest_bodies(const ParticleFields&, std::span<const Body>) { return {}; }

void save_body(const Body&, const Motion&, std::span<float>) {}
bool read_bodies(std::span<const float>, const Domain&, std::vector<BodyDef>&) { return true; }

}  // namespace slosh
