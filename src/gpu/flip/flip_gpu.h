// PIC/FLIP and APIC in 3D on the GPU: the sub-step of solvers/flip/flip.h, with the same grid, particles and
// parameters.
//
// A step records commands and starts to read its results back. particles() and stats() are those of the newest step
// that has arrived; the sub-steps follow from its speeds. What it leaves out: gpu/flip/flip_support.h. The
// preconditioner is always multigrid, and the number of iterations is also limited by those of the last steps.
#pragma once
#include <memory>

#include "base/jobs.h"
#include "gpu/device.h"
#include "gpu/flip/flip_passes.h"
#include "solvers/flip/flip.h"

namespace slosh {
class Solver;
}

namespace slosh::gpu {

// Fails by a CHECK (ends the program) if gpu_supports() refuses the scene. The device outlives the solver.
// `after_step` is called at the end of each step: programs that wait for the device pass a function that does.
std::unique_ptr<Solver> make_flip_gpu(Device&, const FlipDef&, const Domain&, const InitialParticles& start, Jobs&,
                                      void (*after_step)(Device&) = nullptr);

}  // namespace slosh::gpu
