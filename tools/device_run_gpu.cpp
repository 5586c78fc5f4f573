#include "device_run.h"
#include "gpu/solvers/gpu_solvers.h"

namespace slosh {
namespace {

// Ends with the process, after the solver.
gpu::Device* device() {
    static gpu::Device* const taken = gpu::Device::take().release();
    return taken;
}
bool used = false;

}  // namespace

std::unique_ptr<Solver> make_solver_on_device(const Settings& settings, Jobs& jobs, const InitialParticles* start,
                                              std::string& problem) {
    const Scene& scene = settings.scene;
    if (settings.device != DeviceChoice::gpu) return make_solver(scene, jobs, start);
    if (!device()) {
        problem = "there is no GPU";
        return nullptr;
    }
    used = true;
    Outcome why_not;
    auto solver = gpu::make_gpu_solver(*device(), scene.solver, scene.domain, start ? *start : start_particles(scene),
                                       jobs, why_not, [](gpu::Device& used_device) { used_device.wait(); });
    problem = why_not.warning;
    return solver;
}

std::string wait_for_device() {
    if (!used) return {};
    device()->wait();
    return std::string(device()->error());
}

}  // namespace slosh
