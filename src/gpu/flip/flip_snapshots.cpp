#include "gpu/flip/flip_snapshots.h"

#include <algorithm>
#include <cstring>

namespace slosh::gpu {
namespace {

struct PackedParticle {
    float xyz[3];
    uint32_t tag;  // id or kind
};

}  // namespace

FlipSnapshots::FlipSnapshots(const InitialParticles& start, int capacity) : count_(start.count()) {
    for (int d = 0; d < 3; ++d) x_[d].assign(capacity), v_[d].assign(capacity);
    density_.assign(capacity), pressure_.assign(capacity), id_.assign(capacity), kind_.assign(capacity);
    for (int i = 0; i < count_; ++i) {
        const auto k = static_cast<size_t>(i);
        for (int d = 0; d < 3; ++d) x_[d][i] = start.position[k][d], v_[d][i] = start.velocity[k][d];
        id_[i] = static_cast<uint32_t>(i), kind_[i] = start.kind[k];
    }
}

bool FlipSnapshots::Slot::arrived() const {
    return positions->arrived() && velocities->arrived() && shown->arrived() && motion->arrived() && solve->arrived();
}

void FlipSnapshots::read(Device& device, const FlipPasses& passes, const PressureSolve& pressure, const Step& step) {
    const auto slot =
        std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) { return !s.pending && &s != current_; });
    if (slot == slots_.end()) return;
    slot->pending = true, slot->step = step;
    const FlipPasses::Buffers& b = passes.buffers();
    const auto count = static_cast<size_t>(step.count), capacity = static_cast<size_t>(passes.capacity());
    constexpr size_t bytes = sizeof(PackedParticle);
    if (count > 0) {
        device.read(b.particles, 0, count * bytes, slot->positions);
        device.read(b.particles, capacity * bytes, count * bytes, slot->velocities);
        device.read(b.shown, 0, count * 2 * sizeof(float), slot->shown);
    }
    device.read(b.motion, 0, sizeof(MotionResult), slot->motion);
    device.read(pressure.result(), 0, sizeof(SolveResult), slot->solve);
}

bool FlipSnapshots::collect() {
    Slot* newest = nullptr;
    for (Slot& slot : slots_) {
        if (!slot.pending || !(slot.step.count > 0 ? slot.arrived() : slot.motion->arrived() && slot.solve->arrived()))
            continue;
        slot.pending = false;
        if (slot.step.index > step_.index && (!newest || slot.step.index > newest->step.index)) newest = &slot;
    }
    if (!newest) return false;
    current_ = newest, step_ = newest->step, unpacked_ = false;
    motion_ = newest->motion->as<MotionResult>()[0];
    solve_ = newest->solve->as<SolveResult>()[0];
    return true;
}

void FlipSnapshots::unpack(float rest_density) {
    unpacked_ = true;
    count_ = std::min(step_.count, static_cast<int>(motion_.alive));
    for (int d = 0; d < 3; ++d) x_[d].set_count(count_), v_[d].set_count(count_);
    density_.set_count(count_), pressure_.set_count(count_), id_.set_count(count_), kind_.set_count(count_);
    if (count_ == 0) return;
    const auto positions = current_->positions->as<PackedParticle>(),
               velocities = current_->velocities->as<PackedParticle>();
    const auto shown = current_->shown->as<float>();
    for (int i = 0; i < count_; ++i) {
        const PackedParticle &x = positions[static_cast<size_t>(i)], &v = velocities[static_cast<size_t>(i)];
        for (int d = 0; d < 3; ++d) x_[d][i] = x.xyz[d], v_[d][i] = v.xyz[d];
        id_[i] = x.tag, kind_[i] = static_cast<uint8_t>(v.tag);
        density_[i] = rest_density * shown[2 * static_cast<size_t>(i)];
        pressure_[i] = step_.pascals * shown[2 * static_cast<size_t>(i) + 1];
    }
}

ParticleView FlipSnapshots::particles(float rest_density) {
    if (!unpacked_) unpack(rest_density);
    ParticleView p;
    p.count = count_, p.dimensions = 3, p.rest_density = rest_density;
    const auto n = static_cast<size_t>(count_);
    p.x = {x_[0].data(), n}, p.y = {x_[1].data(), n}, p.z = {x_[2].data(), n};
    p.vx = {v_[0].data(), n}, p.vy = {v_[1].data(), n}, p.vz = {v_[2].data(), n};
    p.density = {density_.data(), n}, p.pressure = {pressure_.data(), n};
    p.id = {id_.data(), n}, p.kind = {kind_.data(), n};
    return p;
}

}  // namespace slosh::gpu
