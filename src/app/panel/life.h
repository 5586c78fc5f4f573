// Particle life: the attraction between the species of microbes.
#pragma once
#include "app/panel/panel_interface.h"

namespace slosh {

// The attraction matrix as a grid of colours that a drag or a click changes, and buttons that set the whole matrix.
void life_grid(const Scene&, const ParticleLifeDef&, const KindColours&, UiCommands&, float dpr);

}  // namespace slosh
