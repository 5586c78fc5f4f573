// Picking: the particle shown at a pixel, and its values.
#pragma once
#include <glm/vec2.hpp>

#include "app/panel/panel_interface.h"
#include "render/common/camera.h"
#include "solver/solver.h"

namespace slosh {

// The id of the particle nearest to the camera among those whose sphere of `radius` (world units) the pixel's ray hits;
// -1 for none. In 2D the one whose centre is nearest to the pixel.
int64_t pick_particle(const ParticleView&, const Camera&, glm::vec2 pixel, float radius);

// The slot of the particle with this id, -1 for none. Its values are written to `values`, if not null.
int find_particle(const ParticleView&, int64_t id, PickedParticle* values);

}  // namespace slosh
