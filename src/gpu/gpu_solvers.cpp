#include "gpu/gpu_solvers.h"

#include <string>

#include "built_features.h"

namespace slosh::gpu {
namespace {

// For each definition with a solver on the GPU: what it supports, the memory of its largest buffer, and how it is made.
Outcome supports(const auto&, const Domain&) { return Outcome::refused("this method has no solver on the GPU"); }

struct Make {
    Device& device;
    const Domain& domain;
    const InitialParticles& start;
    Jobs& jobs;
    void (*after_step)(Device&);
    std::unique_ptr<Solver> operator()(const auto&) { return nullptr; }
};

}  // namespace

Outcome gpu_supports(const SolverDef& any, const Domain& domain) {
    return std::visit(
        [&]<class Def>(const Def& def) {
            if constexpr (is_built(Def::family)) return supports(def, domain);
            else return Outcome::refused("this program does not contain the solver");
        },
        any);
}

std::unique_ptr<Solver> make_gpu_solver(Device& device, const SolverDef& any, const Domain& domain,
                                        const InitialParticles& start, Jobs& jobs, Outcome& why_not,
                                        void (*after_step)(Device&)) {
    why_not = gpu_supports(any, domain);
    if (!why_not.accepted) return nullptr;
    // The largest array of a solver has at most 16 bytes a particle, and room for half as many again.
    constexpr size_t bytes = 24;
    const size_t most = device.limits().buffer_bytes / bytes;
    if (static_cast<size_t>(start.count()) > most) {
        why_not = Outcome::refused(std::to_string(start.count()) + " particles: the buffers of this GPU hold " +
                                   std::to_string(most));
        return nullptr;
    }
    return std::visit(
        [&]<class Def>(const Def& def) -> std::unique_ptr<Solver> {
            if constexpr (is_built(Def::family)) return Make{device, domain, start, jobs, after_step}(def);
            return nullptr;
        },
        any);
}

}  // namespace slosh::gpu
