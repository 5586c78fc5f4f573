#include "gpu/solvers/gpu_solvers.h"

#include <algorithm>
#include <string>

#include "built_features.h"
#include "gpu/flip/flip_gpu.h"
#include "gpu/flip/flip_support.h"
#include "gpu/sph/pcisph_gpu.h"
#include "gpu/sph/supports.h"
#include "gpu/sph/wcsph_gpu.h"
#include "solver/make_in_dimensions.h"

namespace slosh::gpu {
namespace {

// Not all of this is used in a program with one family. For each definition with a solver on the GPU: what it supports,
// the largest number of particles, and how it is made.
Outcome supports(const auto& def, const Domain&, bool) {
    return Outcome::refused(std::string(def.name) + " has no solver on the GPU");
}
[[maybe_unused]] Outcome supports(const WcsphDef& def, const Domain& domain, bool drawn) {
    return gpu_supports(def, domain, drawn);
}
[[maybe_unused]] Outcome supports(const PcisphDef& def, const Domain& domain, bool drawn) {
    return gpu_supports(def, domain, drawn);
}
[[maybe_unused]] Outcome supports(const FlipDef& def, const Domain& domain, bool) { return gpu_supports(def, domain); }

int max_particles(const auto&, const Limits& limits) { return max_sph_particles(limits); }
// Its largest array has 2 or, with slopes, 5 vectors of 16 bytes a particle, and room for a quarter more.
int max_particles(const FlipDef& def, const Limits& limits) {
    const size_t bytes = def.transfer == FlipDef::Transfer::apic ? 100 : 40;
    return static_cast<int>(std::min<size_t>(limits.buffer_bytes / bytes, size_t{limits.workgroups} * 200));
}

struct Make {
    Device& device;
    const Domain& domain;
    const InitialParticles& start;
    Jobs& jobs;
    void (*after_step)(Device&);
    std::unique_ptr<Solver> operator()(const auto&) { return nullptr; }
    std::unique_ptr<Solver> operator()(const WcsphDef& def) {
        return make_in_dimensions<built_capabilities>(
            domain, [&]<int D> { return make_wcsph_gpu<D>(device, def, domain, start, after_step); });
    }
    std::unique_ptr<Solver> operator()(const PcisphDef& def) {
        return make_in_dimensions<built_capabilities>(
            domain, [&]<int D> { return make_pcisph_gpu<D>(device, def, domain, start, after_step); });
    }
    std::unique_ptr<Solver> operator()(const FlipDef& def) {
        return make_flip_gpu(device, def, domain, start, jobs, after_step);
    }
};

}  // namespace

Outcome supported_on_gpu(const SolverDef& any, const Domain& domain, bool drawn) {
    return std::visit(
        [&]<class Def>(const Def& def) {
            if constexpr (is_built<Def>) return supports(def, domain, drawn);
            else return Outcome::refused("this program does not contain the solver");
        },
        any);
}

std::unique_ptr<Solver> make_gpu_solver(Device& device, const SolverDef& any, const Domain& domain,
                                        const InitialParticles& start, Jobs& jobs, Outcome& why_not,
                                        void (*after_step)(Device&)) {
    why_not = supported_on_gpu(any, domain, false);
    if (!why_not.accepted) return nullptr;
    const int max_count = std::visit([&](const auto& def) { return max_particles(def, device.limits()); }, any);
    if (start.count() > max_count) {
        why_not = Outcome::refused(std::to_string(start.count()) + " particles: the buffers of this GPU hold " +
                                   std::to_string(max_count));
        return nullptr;
    }
    return std::visit(
        [&]<class Def>(const Def& def) -> std::unique_ptr<Solver> {
            if constexpr (is_built<Def>) return Make{device, domain, start, jobs, after_step}(def);
            return nullptr;
        },
        any);
}

}  // namespace slosh::gpu
