// What the GPU path of PIC/FLIP does not do.
#pragma once
#include "base/outcome.h"
#include "solvers/flip/flip.h"

namespace slosh {
struct Domain;
}

namespace slosh::gpu {

// Refused with the names of all parts of a scene that only the CPU path supports, in one sentence.
Outcome gpu_supports(const FlipDef&, const Domain&);

}  // namespace slosh::gpu
