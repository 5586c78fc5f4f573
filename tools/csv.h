// Particles as CSV: a header with the columns x,y[,z][,vx,vy[,vz]][,kind] in any order, then one particle per line, in
// id order, with nine significant digits, so that every float round-trips. Native and wasm programs write the same
// bytes.
//
// If a body moves, a comment `# body,...` follows for each one, with the numbers of save_body() (app/state). Other
// lines that begin with # are ignored.
#pragma once
#include <string>
#include <vector>

#include "domain/initial_particles.h"
#include "solver/views.h"

namespace slosh {

// Appends the particles of a file to `out`. `kinds`: number of kinds that the solver has. `bodies`, those of the scene,
// get the places and velocities of the file, if it has them. Returns "", or a message that names the file, line and
// column of the first fault.
std::string read_csv(const std::string& file, const Domain&, int kinds, InitialParticles& out,
                     std::vector<BodyDef>& bodies);

// Returns false if the file cannot be written; errno is the reason.
bool write_csv(const std::string& file, const ParticleView&);

}  // namespace slosh
