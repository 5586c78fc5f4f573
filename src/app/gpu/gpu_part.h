// The solvers on the GPU, in modules that have them (the feature gpu). One for all simulations of a page.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "base/jobs.h"
#include "settings/settings.h"

namespace slosh {

class GpuPart {
public:
    virtual ~GpuPart() = default;

    // A solver on the GPU, from `from` or the scene's own particles; null where the CPU is to step. `note` is then the
    // reason, if the settings ask for the GPU.
    virtual std::unique_ptr<Solver> make_solver(const Settings&, const Scene&, const InitialParticles* from, Jobs&,
                                                std::string& note) = 0;
    // Why a solver on the GPU cannot go on with these settings and with obstacles drawn, or "".
    virtual std::string why_stop(const Settings&, bool drawn) const = 0;
    // From now on the CPU steps, until allow().
    virtual void block() = 0;
    virtual void allow() = 0;

    // Whether the GPU still works on earlier steps, so that the next ones must wait; `on_any`: or results are not back.
    virtual bool is_behind(bool on_any) const = 0;
    // After a step of the first simulation, which the CPU took `cpu_ms` for, or which ran on the GPU. Returns whether
    // the fluid is to continue on the other device: `automatic` has measured both.
    virtual bool measure(const Settings&, double cpu_ms, bool on_gpu) = 0;
    virtual double step_ms() const = 0;  // of the GPU: mean over the last steps
    virtual std::string_view adapter() const = 0;
};

// Null without a WebGPU device, and in modules without the feature.
std::unique_ptr<GpuPart> make_gpu_part();

}  // namespace slosh
