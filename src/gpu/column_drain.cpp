#include "gpu/column_drain.h"

#include <bit>
#include <numeric>

namespace slosh::gpu {

std::span<const uint32_t> ColumnDrain::run(const ParticleColumns& columns, const EmitterSystem& emitters,
                                           glm::vec3 offset) {
    constexpr size_t word_columns = 9;
    const auto& [words, stride, count] = columns;
    auto* const kinds = reinterpret_cast<uint8_t*>(words + word_columns * stride);
    const auto number = [&](size_t column, size_t i) { return std::bit_cast<float>(words[column * stride + i]); };
    if (slots_.empty()) {
        slots_.resize(count);
        std::iota(slots_.begin(), slots_.end(), 0u);
    }
    removed_.clear();
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (emitters.is_drained({number(0, i), number(1, i), number(2, i)}, offset)) {
            removed_.push_back(slots_[i]);
            continue;
        }
        for (size_t column = 0; column < word_columns; ++column)
            words[column * stride + kept] = words[column * stride + i];
        kinds[kept] = kinds[i];
        slots_[kept++] = slots_[i];
    }
    slots_.resize(kept);
    return removed_;
}

void mark_removed(Device& device, const Buffer& particles, std::span<const uint32_t> slots) {
    constexpr uint32_t removed = 0xffffffff;
    for (const uint32_t slot : slots) device.write(particles, 16 * size_t{slot} + 12, &removed, sizeof removed);
}

}  // namespace slosh::gpu
