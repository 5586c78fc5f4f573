#include "gpu/flip/flip_inflow.h"

#include <algorithm>
#include <array>
#include <bit>

#include "grid/liquid/inflow_outflow.h"

namespace slosh::gpu {
namespace {

// A position with the id of the particle, or a velocity with its kind, as the kernels read them.
struct TaggedVector {
    glm::vec3 xyz;
    uint32_t tag;
};

}  // namespace

FlipInflow::FlipInflow(const Domain& domain, const FlipDef& def, float spacing, const InitialParticles& start)
    : recycles_(def.budget.when_full == WhenFull::recycle),
      limit_(particle_capacity(domain, def.budget.max_particles, start, def.particles)),
      count_(start.count()),
      next_id_(static_cast<uint32_t>(start.count())) {
    emitters_ =
        EmitterSystem(domain, spacing, spacing * spacing * spacing, limit_, GridInflowOutflow::inlet_length(spacing));
    // Some more, for removed particles that have not come back yet.
    capacity_ = limit_ + limit_ / 16 + 1024;
    words_.resize(4 + 8 * size_t{FlipPasses::max_emitted});
}

void FlipInflow::upload(Device& device, const FlipPasses& passes, const FlipParticles& p) {
    const auto count = static_cast<size_t>(p.count), capacity = static_cast<size_t>(passes.capacity());
    std::vector<TaggedVector> packed(count);
    for (int part = 0; part < 2; ++part) {
        for (size_t n = 0; n < count; ++n) {
            const auto i = static_cast<int>(n);
            const auto& from = part == 0 ? p.x : p.v;
            packed[n] = {{from[0][i], from[1][i], from[2][i]}, part == 0 ? p.id[i] : p.kind[i]};
        }
        if (count > 0)
            device.write(passes.buffers().particles, static_cast<size_t>(part) * capacity * sizeof(TaggedVector),
                         packed.data(), count * sizeof(TaggedVector));
    }
}

void FlipInflow::set_user_drains(std::span<const Drain> drains) {
    const size_t before = emitters_.drains().size();
    emitters_.set_user_drains(drains);
    if (before > 0) has_written_ = false;
}

void FlipInflow::begin_step(Device& device, const FlipPasses& passes, glm::vec3 offset) {
    if (emitters_.drains().empty() && has_written_) return;
    offset_ = offset;
    write_removals(device, passes);
}

void FlipInflow::write_removals(Device& device, const FlipPasses& passes) {
    has_written_ = true;
    FlipPasses::Removals removals{.first_id = recycled_.first_kept()};
    for (const Drain& drain : emitters_.drains().first(std::min(emitters_.drains().size(), max_drains)))
        removals.drain[removals.drains++] = pack(drain, offset_);
    device.write(passes.buffers().removals, removals);
}

void FlipInflow::emit(Device& device, FlipPasses& passes, float dt, const Motion& container,
                      std::span<const Body> bodies, glm::vec3 gravity, FlipSnapshots& newest) {
    inlet_.advance(dt);
    if (!emitters_.emits()) return;
    const ParticleView view = newest.particles();
    const std::span<const EmittedParticle> emitted =
        emitters_.emit(dt, container, {view.x.data(), view.y.data(), view.z.data(), view.count, bodies, gravity});
    const auto requested = static_cast<int>(std::min(emitted.size(), size_t{FlipPasses::max_emitted}));
    // Those to be removed count no longer; the newest step that has come back may still have them.
    const int pending = recycled_.count_in(view.id);
    const int room = std::min(limit_ - count_ + pending, capacity_ - count_);
    int appended = std::clamp(requested, 0, std::max(room, 0));
    if (recycles_ && appended < requested) {
        const int replaced = std::min({requested - appended, capacity_ - count_ - appended, view.count - pending});
        if (replaced > 0) {
            recycled_.recycle(view.id, replaced);
            appended += replaced;
            write_removals(device, passes);
        }
    }
    if (appended == 0) return;
    const uint32_t first_id = next_id_;
    std::vector<uint32_t>& words = words_;
    words[0] = static_cast<uint32_t>(appended);
    words[1] = static_cast<uint32_t>(count_);
    words[2] = static_cast<uint32_t>(capacity_);
    for (int n = 0; n < appended; ++n) {
        const EmittedParticle& from = emitted[static_cast<size_t>(n)];
        const std::array<TaggedVector, 2> to{{{from.position, next_id_++}, {from.velocity, from.kind}}};
        std::copy_n(std::bit_cast<std::array<uint32_t, 8>>(to).begin(), 8, words.begin() + 4 + 8 * n);
    }
    inlet_.add(emitters_.rows(), first_id, next_id_);
    count_ += appended;
    device.write(passes.buffers().emitted, 0, words.data(), (4 + 8 * static_cast<size_t>(appended)) * sizeof(uint32_t));
    passes.append(appended);
}

void FlipInflow::prescribe_inlet(Device& device, FlipPasses& passes, glm::vec3 gravity) {
    if (inlet_.empty()) return;
    inlet_buffer_.write(device, passes.buffers().inlet, inlet_, gravity, {0, 0, 0});
    passes.prescribe_inlet();
}

void FlipInflow::drain(Device& device, const FlipPasses& passes, FlipSnapshots& newest, glm::vec3 offset) {
    mark_removed(device, passes.buffers().particles, newest.drain(emitters_, offset));
}

void FlipInflow::trim(const FlipSnapshots::Step& step, int alive) {
    const int64_t removed = step.trimmed + (step.count - alive);
    if (removed <= trimmed_) return;
    count_ -= static_cast<int>(removed - trimmed_);
    trimmed_ = removed;
}

}  // namespace slosh::gpu
