// Particles as CSV: a header with the columns x,y[,z][,vx,vy[,vz]][,kind] in any order, then one particle per line, in
// id order, with nine significant digits, so that every float round-trips. Native and wasm programs write the same
// bytes.
#pragma once
#include <string>

#include "domain/initial_particles.h"
#include "solver/views.h"

namespace slosh {

// Appends the particles of a file to `out`. `kinds`: number of kinds that the solver has. Returns "", or a message that
// names the file, line and column of the first fault.
std::string read_csv(const std::string& file, const Domain&, int kinds, InitialParticles& out);

// Returns false if the file cannot be written; errno is the reason.
bool write_csv(const std::string& file, const ParticleView&);

}  // namespace slosh
