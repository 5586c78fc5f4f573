// Figures of a whole fluid, computed from a view of its particles. Sums run over fixed blocks in order,
// so they are the same bits for any number of workers.
#pragma once
#include <cstdint>

#include "base/jobs.h"
#include "solvers/solver.h"

namespace slosh {

// Everything in Stats but the sub-steps and iterations. mass_of(kind) weighs the kinetic energy.
Stats measure(const Particles&, float (*mass_of)(uint8_t kind), Jobs&);

// Adds the bodies' energy, speed and whether they are numbers.
void measure_bodies(std::span<const Body>, Stats&);

// One number for positions and velocities by id, and for the bodies, if any: the order of the slots does not matter.
uint64_t state_hash(const Particles&);

}  // namespace slosh
