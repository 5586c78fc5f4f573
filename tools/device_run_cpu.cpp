#include "device_run.h"

namespace slosh {

std::unique_ptr<Solver> make_solver_on_device(const Settings& settings, Jobs& jobs, const InitialParticles* start,
                                              std::string& problem) {
    if (settings.device != DeviceChoice::gpu) return make_solver(settings.scene, jobs, start);
    problem = "this program has the CPU only; build/web/slosh_gpu.mjs, under node, has the GPU";
    return nullptr;
}

std::string wait_for_device() { return {}; }

}  // namespace slosh
