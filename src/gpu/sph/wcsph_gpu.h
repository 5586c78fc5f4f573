// wcsph (solvers/wcsph/wcsph.h) on the GPU, in 2D and 3D. Each sub-step is one sort and three kernels over the
// particles; a whole step is recorded at once. The number of its sub-steps follows from the newest statistics that have
// come back.
#pragma once
#include <memory>

#include "gpu/device.h"
#include "solver/solver.h"
#include "solvers/wcsph/wcsph.h"

namespace slosh::gpu {

// In a domain of D dimensions, 2 or 3. What gpu_supports() (gpu/sph/supports.h) names is ignored: bodies are not
// there, all particles have the same support. `after_step` is called at the end of a step, in programs that wait for
// the device.
template <int D>
std::unique_ptr<Solver> make_wcsph_gpu(Device&, const WcsphDef&, const Domain&, const InitialParticles&,
                                       void (*after_step)(Device&) = nullptr);

}  // namespace slosh::gpu
