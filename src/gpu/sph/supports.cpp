#include "gpu/sph/supports.h"

#include <algorithm>
#include <string>
#include <vector>

#include "domain/initial_particles.h"
#include "gpu/refusal.h"
#include "gpu/sph/fluid.h"
#include "solvers/pcisph/initial_state.h"
#include "solvers/pcisph/time_step.h"
#include "sph/phases.h"

namespace slosh::gpu {
namespace {

namespace cpu = slosh::sph;

// Explicit viscosity, the only form here, may need so many times the sub-steps of the rest. The CPU goes over to the
// implicit form earlier (sph/implicit_viscosity.h).
constexpr float max_viscosity_ratio = 4;

template <int D>
float support_of(const auto& def, const Domain& domain) {
    return cpu::rest_lengths<D>(domain, def.particles, {.particles = def.particles, .smoothing = def.smoothing}).h;
}

// The sub-steps in a second that viscosity needs, over those of the rest, at the start.
template <int D>
float viscosity_substep_ratio(const WcsphDef& def, const Domain& domain) {
    const float h = support_of<D>(def, domain), g = cpu::gravity_speed_gain(domain.gravity, 1);
    const float fall = __builtin_sqrtf(2 * g * pcisph::height_of<D>(domain));
    const float sound = def.sound_speed > 0 ? def.sound_speed : std::max(7.1f * fall, 0.1f);
    const float by_sound = (sound + fall) / (def.cfl * h);
    const float by_others = def.substeps > 0 ? 60 * static_cast<float>(def.substeps) : by_sound;
    cpu::PhaseTable phases;
    phases.present = static_cast<int>(kinds_of(domain, WcsphDef::kinds));
    phases.retune(def.rest_density, def.other_density, def.viscosity, def.other_viscosity, sound, 0);
    return cpu::substeps_by_viscosity(1, phases.max_viscosity(), h) / by_others;
}
template <int D>
float viscosity_substep_ratio(const PcisphDef& def, const Domain& domain) {
    const float h = support_of<D>(def, domain), g = cpu::gravity_speed_gain(domain.gravity, 1);
    const float signal = __builtin_sqrtf(2 * g * std::max(pcisph::height_of<D>(domain), h));
    const pcisph::FlowBounds flow{
        .h = h, .max_speed = signal, .gravity = g, .signal_speed = signal, .mean_pressure = signal * signal / 4};
    const float by_others = def.substeps > 0 ? 60 * static_cast<float>(def.substeps)
                                             : pcisph::substeps_without_viscosity(1.0f / 60, def, flow, {}) * 60;
    return cpu::substeps_by_viscosity(1, def.viscosity, h) / std::max(by_others, 1.0f);
}

std::vector<std::string> common_parts(const auto& def, const Domain& domain, bool drawn) {
    std::vector<std::string> parts;
    if (!domain.bodies.empty()) parts.push_back("rigid bodies");
    if (drawn) parts.push_back("drawn obstacles");
    if (domain.drains.size() > max_drains) parts.push_back("more than " + std::to_string(max_drains) + " drains");
    const float share =
        domain.dimensions == 2 ? viscosity_substep_ratio<2>(def, domain) : viscosity_substep_ratio<3>(def, domain);
    if (share > max_viscosity_ratio) parts.push_back("viscosity this high");
    return parts;
}

}  // namespace

Outcome gpu_supports(const WcsphDef& def, const Domain& domain, bool drawn) {
    std::vector<std::string> parts = common_parts(def, domain, drawn);
    if (def.adaptive) parts.push_back("adaptive-smoothing");
    if (def.shifting > 0) parts.push_back("shifting");
    return refuse_on_gpu(parts);
}

Outcome gpu_supports(const PcisphDef& def, const Domain& domain, bool drawn) {
    return refuse_on_gpu(common_parts(def, domain, drawn));
}

int max_sph_particles(const Limits& limits) {
    const size_t by_bytes = (limits.buffer_bytes - 4096) / sph::ParticleReadback::particle_bytes;
    const size_t by_workgroups = size_t{limits.workgroups} * 256, fits = std::min(by_bytes, by_workgroups);
    return static_cast<int>(std::min<size_t>(fits, 1 << 30)) - static_cast<int>(sph::Fluid::max_emitted);
}

}  // namespace slosh::gpu
