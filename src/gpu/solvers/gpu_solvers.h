// THE list of solvers on the GPU (gpu_solvers.cpp). As solvers/solvers.h it is compiled once per family.
#pragma once
#include <memory>

#include "base/jobs.h"
#include "gpu/device.h"
#include "solvers/solvers.h"

namespace slosh::gpu {

// Whether a solver on the GPU can simulate this domain. Refused with one sentence that names what it lacks. `drawn`:
// there are drawn obstacles.
Outcome supported_on_gpu(const SolverDef&, const Domain&, bool drawn);

// Null where supported_on_gpu() refuses, or where the particles do not fit the buffers of the adapter; `why_not` has
// the reason. Its methods, parameters and views are those of the solver on the CPU; particles() and stats() are those
// of the newest step that has arrived. The device outlives it. `after_step` is called at the end of each step: programs
// that wait for the device pass a function that does.
std::unique_ptr<Solver> make_gpu_solver(Device&, const SolverDef&, const Domain&, const InitialParticles& start, Jobs&,
                                        Outcome& why_not, void (*after_step)(Device&) = nullptr);

}  // namespace slosh::gpu
