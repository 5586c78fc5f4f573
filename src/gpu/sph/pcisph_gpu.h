// pcisph (solvers/pcisph/pcisph.h) on the GPU, in 2D and 3D. The number of sub-steps and of corrections follows from
// the newest statistics that have come back; a whole step is recorded at once.
#pragma once
#include <memory>

#include "gpu/device.h"
#include "solver/solver.h"
#include "solvers/pcisph/pcisph.h"

namespace slosh::gpu {

// In a domain of D dimensions, 2 or 3. What gpu_supports() (gpu/sph/supports.h) names is ignored: bodies are not
// there. `after_step` is called at the end of a step, in programs that wait for the device.
template <int D>
std::unique_ptr<Solver> make_pcisph_gpu(Device&, const PcisphDef&, const Domain&, const InitialParticles&,
                                        void (*after_step)(Device&) = nullptr);

}  // namespace slosh::gpu
