#include "domain/inlet_rows.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace slosh {

void InletRows::add(const Row& row) {
    if (row.first == row.end || row.age >= row.age_at_mouth || static_cast<size_t>(count_) == rows_.size()) return;
    rows_[static_cast<size_t>(count_++)] = row;
}

void InletRows::add(std::span<const EmitterSystem::Row> rows, uint32_t first, uint32_t end) {
    for (const EmitterSystem::Row& row : rows) {
        const uint32_t begin = std::min(first + static_cast<uint32_t>(row.first), end);
        add({begin, std::min(begin + static_cast<uint32_t>(row.count), end), row.velocity, row.age, row.age_at_mouth});
    }
}

void InletRows::advance(float dt) {
    const auto end = rows_.begin() + count_;
    std::for_each(rows_.begin(), end, [dt](Row& row) { row.age += dt; });
    count_ = static_cast<int>(
        std::remove_if(rows_.begin(), end, [](const Row& row) { return row.age >= row.age_at_mouth; }) - rows_.begin());
}

const InletRows::Row* InletRows::row_of(uint32_t id) const {
    for (int r = count_ - 1; r >= 0; --r)
        if (const Row& row = rows_[static_cast<size_t>(r)]; id >= row.first) return id < row.end ? &row : nullptr;
    return nullptr;
}

std::optional<glm::vec3> InletRows::velocity_of(uint32_t id, glm::vec3 present, float ahead, glm::vec3 gravity) const {
    const Row* row = row_of(id);
    if (!row) return std::nullopt;
    const glm::vec3 velocity = row->velocity + gravity * (row->age + ahead);
    if (glm::dot(present, velocity) < 0.5f * glm::dot(velocity, velocity)) return std::nullopt;
    return velocity;
}

}  // namespace slosh
