#include "gpu/flip/flip_snapshots.h"

#include <algorithm>
#include <bit>

#include "base/simd.h"

namespace slosh::gpu {
namespace {

size_t stride_of(int count) { return static_cast<size_t>(round_up_to_lanes(count)); }

}  // namespace

FlipSnapshots::FlipSnapshots(const InitialParticles& start) {
    step_.count = start.count();
    motion_.alive = static_cast<uint32_t>(start.count());
    const size_t stride = stride_of(start.count());
    own_.resize(FlipPasses::column_words(start.count()));
    for (size_t n = 0; n < start.position.size(); ++n) {
        for (size_t d = 0; d < 3; ++d) {
            const int axis = static_cast<int>(d);
            own_[d * stride + n] = std::bit_cast<uint32_t>(start.position[n][axis]);
            own_[(3 + d) * stride + n] = std::bit_cast<uint32_t>(start.velocity[n][axis]);
        }
        own_[8 * stride + n] = static_cast<uint32_t>(n);
        own_[9 * stride + n / 4] |= static_cast<uint32_t>(start.kind[n]) << 8 * (n % 4);
    }
}

bool FlipSnapshots::Slot::arrived() const {
    return (step.count == 0 || columns->arrived()) && motion->arrived() && solve->arrived();
}

void FlipSnapshots::read(Device& device, FlipPasses& passes, const Step& step) {
    const auto slot =
        std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) { return !s.pending && &s != current_; });
    if (slot == slots_.end()) return;
    slot->pending = true;
    slot->step = step;
    const size_t bytes = FlipPasses::column_words(step.count) * sizeof(uint32_t);
    if (step.count > 0) device.read(passes.buffers().columns, 0, bytes, slot->columns);
    device.read(passes.buffers().motion, 0, sizeof(MotionResult), slot->motion);
    device.read(passes.pressure().result(), 0, sizeof(SolveResult), slot->solve);
}

bool FlipSnapshots::collect() {
    Slot* newest = nullptr;
    for (Slot& slot : slots_) {
        if (!slot.pending || !slot.arrived()) continue;
        slot.pending = false;
        if (slot.step.index > step_.index && (!newest || slot.step.index > newest->step.index)) newest = &slot;
    }
    if (!newest) return false;
    current_ = newest;
    step_ = newest->step;
    motion_ = newest->motion->as<MotionResult>()[0];
    solve_ = newest->solve->as<SolveResult>()[0];
    own_ = {};
    drain_.restart();
    return true;
}

bool FlipSnapshots::idle() const {
    return std::none_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.pending; });
}

std::span<const uint32_t> FlipSnapshots::drain(const EmitterSystem& emitters, glm::vec3 offset) {
    const auto count = static_cast<size_t>(particles().count);
    if (count == 0) return {};
    if (current_) {
        const std::span<const uint32_t> words = current_->columns->as<uint32_t>();
        own_.assign(words.begin(), words.end());
        current_ = nullptr;
    }
    const std::span<const uint32_t> removed =
        drain_.run({.words = own_.data(), .stride = stride_of(step_.count), .count = count}, emitters, offset);
    motion_.alive = static_cast<uint32_t>(count - removed.size());
    return removed;
}

ParticleView FlipSnapshots::particles() const {
    ParticleView p;
    p.dimensions = 3;
    p.count = std::min(step_.count, static_cast<int>(motion_.alive));
    if (p.count == 0) return p;
    const uint32_t* const words = current_ ? current_->columns->as<uint32_t>().data() : own_.data();
    const auto count = static_cast<size_t>(p.count);
    const size_t stride = stride_of(step_.count);
    const auto floats = [&](size_t column) {
        return std::span(reinterpret_cast<const float*>(words + column * stride), count);
    };
    p.x = floats(0);
    p.y = floats(1);
    p.z = floats(2);
    p.vx = floats(3);
    p.vy = floats(4);
    p.vz = floats(5);
    p.density = floats(6);
    p.pressure = floats(7);
    p.id = {words + 8 * stride, count};
    p.kind = {reinterpret_cast<const uint8_t*>(words + 9 * stride), count};
    return p;
}

}  // namespace slosh::gpu
