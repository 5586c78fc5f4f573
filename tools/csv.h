// Particles as CSV: a header of x,y[,z][,vx,vy[,vz]][,kind], one particle a line in id order, nine
// significant digits. Native and wasm write the same bytes.
#pragma once
#include <string>

#include "domain/initial_particles.h"
#include "solver/views.h"

namespace slosh {

// Returns "" or what is wrong, with file, line and column named.
std::string read_csv(const std::string& file, int dimensions, int kinds, InitialParticles& out);

// False when the file cannot be written (errno says why).
bool write_csv(const std::string& file, const ParticleView&);

}  // namespace slosh
