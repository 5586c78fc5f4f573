// What the solvers of the SPH family do not support on the GPU.
#pragma once
#include "base/outcome.h"
#include "domain/domain.h"
#include "gpu/device.h"
#include "solvers/pcisph/pcisph.h"
#include "solvers/wcsph/wcsph.h"

namespace slosh::gpu {

// Accepted, or refused with all parts of the scene that need the CPU: "no rigid bodies and no shifting on the GPU".
// `drawn`: obstacles are drawn in the container.
Outcome gpu_supports(const WcsphDef&, const Domain&, bool drawn = false);
Outcome gpu_supports(const PcisphDef&, const Domain&, bool drawn = false);

// The largest number of particles for which the buffers of a device suffice.
int max_sph_particles(const Limits&);

}  // namespace slosh::gpu
