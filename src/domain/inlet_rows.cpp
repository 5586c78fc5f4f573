#include "domain/inlet_rows.h"

#include <algorithm>

namespace slosh {

void InletRows::add(uint32_t first, uint32_t end, glm::vec3 velocity, float age, float length) {
    const float speed = __builtin_sqrtf(velocity.x * velocity.x + velocity.y * velocity.y + velocity.z * velocity.z);
    if (first == end || !(speed > 0) || static_cast<size_t>(count_) == rows_.size()) return;
    rows_[static_cast<size_t>(count_++)] = {first, end, velocity, age, length / speed};
}

void InletRows::advance(float dt) {
    const auto end = rows_.begin() + count_;
    std::for_each(rows_.begin(), end, [dt](Row& row) { row.age += dt; });
    count_ = static_cast<int>(
        std::remove_if(rows_.begin(), end, [](const Row& row) { return row.age >= row.age_at_mouth; }) - rows_.begin());
}

}  // namespace slosh
