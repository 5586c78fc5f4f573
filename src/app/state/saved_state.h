// What moves in a simulation, as numbers that the page can store: particles, bodies and the tilt of gravity.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "base/outcome.h"
#include "settings/settings.h"
#include "solver/views.h"

namespace slosh {

// A simulation that starts from it has particles and bodies at these places, relative to the container, with these
// velocities. Pressures and the springs of double density relaxation begin anew.
struct SavedState {
    InitialParticles particles;
    std::vector<BodyDef> bodies;  // in place of the scene's
    glm::vec2 tilt{0, 0};         // of gravity, degrees: GravityTilt::angle
};

// A state as numbers: the version, the dimensions, the number of bodies and of particles, the tilt (2); 23 numbers for
// each body (saved_bodies.cpp); then for each particle its position and its velocity (2 or 3 each) and its kind.
std::vector<float> save_state(const ParticleView&, const Motion& container, glm::vec2 tilt);

// Reads what save_state() wrote for a scene like this one. Refused with a message, and `out` undefined, if the numbers
// are no state, if a particle is outside the container or not finite, if a body is impossible, or if there are too
// many particles.
Outcome read_state(std::span<const float>, const Settings&, SavedState& out);

// One body; of a scene without bodies nothing is read.
constexpr size_t numbers_per_body = 23;
void save_body(const Body&, const Motion& container, std::span<float> out);
// `bodies` are the scene's; those that were added come after them. False if a body has no mass or direction, or is
// larger than the container.
bool read_bodies(std::span<const float>, const Domain&, std::vector<BodyDef>& bodies);

}  // namespace slosh
