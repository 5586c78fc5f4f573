#include "gpu/sph/particle_readback.h"

#include <algorithm>
#include <cstring>
#include <glm/geometric.hpp>

#include "shaders.h"
#include "solvers/wcsph/sound_speed.h"

namespace slosh::gpu::sph {
namespace {

constexpr uint32_t parts = 64;  // of the sums
constexpr int float_columns = 8;

size_t words_for(size_t count) { return 9 * count + (count + 3) / 4; }

}  // namespace

ParticleReadback::ParticleReadback(Device& device, const Buffer& params, size_t capacity, const InitialParticles& start,
                                   std::span<const float> rest_densities, std::span<const float> masses,
                                   glm::vec3 centre, glm::vec3 up)
    : columns_(device.make_buffer("particle columns", 4 * (header + words_for(capacity)))),
      parts_(device.make_buffer("partial measures", parts * sizeof(Measures))),
      measure_(device.prepare(device.make_pipeline("measure particles", shaders::compute::sph::measure_particles),
                              {&params, &columns_, &parts_}, parts)),
      finish_(device.prepare(device.make_pipeline("finish measures", shaders::compute::sph::finish_measures),
                             {&parts_, &columns_}, 1)) {
    const auto n = static_cast<size_t>(start.count());
    own_.resize(4 * (header + words_for(n)));
    record_.count = start.count();
    auto* floats = reinterpret_cast<float*>(own_.data()) + header;
    auto* ids = reinterpret_cast<uint32_t*>(floats + float_columns * n);
    auto* kinds = reinterpret_cast<uint8_t*>(ids + n);
    Measures m{.top = -1e30f, .hi = glm::vec3(-3e38f), .minus_lo = glm::vec3(-3e38f), .alive = static_cast<float>(n)};
    for (size_t i = 0; i < n; ++i) {
        const glm::vec3 x = start.position[i], v = start.velocity[i];
        const size_t kind = start.kind[i] & 3;
        for (int d = 0; d < 3; ++d) {
            floats[static_cast<size_t>(d) * n + i] = x[d];
            floats[static_cast<size_t>(d + 3) * n + i] = v[d];
        }
        floats[6 * n + i] = rest_densities[kind];
        ids[i] = static_cast<uint32_t>(i);
        kinds[i] = start.kind[i];
        const float v2 = glm::dot(v, v);
        m.velocity += v;
        m.square += v2;
        m.energy += 0.5f * masses[kind] * v2;
        m.speed2 = std::max(m.speed2, v2);
        m.top = std::max(m.top, glm::dot(x - centre, up));
        for (int d = 0; d < 3; ++d) {
            m.hi[d] = std::max(m.hi[d], x[d]);
            m.minus_lo[d] = std::max(m.minus_lo[d], -x[d]);
        }
    }
    m.relative2 = m.dense2 = m.speed2;
    measures_ = m;
}

void ParticleReadback::read(Device& device, const StepRecord& record) {
    device.run(measure_);
    device.run(finish_);
    for (Slot& slot : slots_) {
        if (slot.pending || &slot == shown_) continue;
        slot.pending = true;
        slot.record = record;
        device.read(columns_, 0, 4 * (header + words_for(static_cast<size_t>(record.count))), slot.copy);
        return;
    }
}

void ParticleReadback::update() {
    for (Slot& slot : slots_) {
        if (!slot.pending || !slot.copy->arrived()) continue;
        slot.pending = false;
        if (slot.record.step < record_.step) continue;
        shown_ = &slot;
        record_ = slot.record;
        std::memcpy(&measures_, slot.copy->bytes().data(), sizeof measures_);
        own_ = {};
        drain_.restart();
    }
}

bool ParticleReadback::idle() const {
    return std::none_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.pending; });
}

std::span<const uint32_t> ParticleReadback::drain(const EmitterSystem& emitters, glm::vec3 offset) {
    const auto stride = static_cast<size_t>(record_.count), count = std::min(stride, static_cast<size_t>(alive()));
    if (count == 0) return {};
    if (shown_) {
        const std::span<const std::byte> copy = shown_->copy->bytes();
        own_.assign(copy.begin(), copy.end());
        shown_ = nullptr;
    }
    auto* const words = reinterpret_cast<uint32_t*>(own_.data()) + header;
    const std::span<const uint32_t> removed =
        drain_.run({.words = words, .stride = stride, .count = count}, emitters, offset);
    const auto left = static_cast<float>(count - removed.size()), part = left / measures_.alive;
    for (float* sum :
         {&measures_.square, &measures_.energy, &measures_.density_error, &measures_.compression, &measures_.pressure})
        *sum *= part;
    measures_.velocity *= part;
    measures_.alive = left;
    return removed;
}

ParticleView ParticleReadback::view(int dimensions) const {
    const auto n = static_cast<size_t>(record().count), alive_count = std::min(n, static_cast<size_t>(alive()));
    const float* at = reinterpret_cast<const float*>(bytes()) + header;
    const auto column = [&](size_t k) { return std::span(at + k * n, alive_count); };
    ParticleView p;
    p.count = static_cast<int>(alive_count);
    p.dimensions = dimensions;
    p.x = column(0);
    p.y = column(1);
    p.vx = column(3);
    p.vy = column(4);
    if (dimensions == 3) {
        p.z = column(2);
        p.vz = column(5);
    }
    p.density = column(6);
    p.pressure = column(7);
    const auto* ids = reinterpret_cast<const uint32_t*>(at + float_columns * n);
    p.id = {ids, alive_count};
    p.kind = {reinterpret_cast<const uint8_t*>(ids + n), alive_count};
    return p;
}

void ParticleReadback::measure_top(int dimensions, glm::vec3 centre, glm::vec3 up,
                                   std::span<const float> rest_densities) {
    const ParticleView p = view(dimensions);
    measures_.top = -1e30f;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        if (!(p.density[i] > wcsph::spray_ratio * rest_densities[p.kind[i] & 3])) continue;
        const glm::vec3 x{p.x[i], p.y[i], dimensions == 3 ? p.z[i] : 0.0f};
        measures_.top = std::max(measures_.top, glm::dot(x - centre - record().offset, up));
    }
}

}  // namespace slosh::gpu::sph
