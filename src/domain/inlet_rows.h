// Rows of emitted particles that are still in the inlet zone of their nozzle: only gravity acts on them, until they
// have gone its length. Otherwise the newest row of a jet, which has nothing behind it, is pushed back against the flow
// by any pressure, and there is no space for the next one. (An inlet zone of prescribed velocity: Lastiwka, Basa,
// Quinlan 2009.)
#pragma once
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>

namespace slosh {

class InletRows {
public:
    // The particles with ids from `first` to `end` - 1, which are larger than all before, left the nozzle `age` seconds
    // ago with `velocity` (m/s). The zone has `length` (m).
    void add(uint32_t first, uint32_t end, glm::vec3 velocity, float age, float length);
    // After dt seconds.
    void advance(float dt);
    void clear() { count_ = 0; }
    bool empty() const { return count_ == 0; }

    struct Row {
        uint32_t first = 0, end = 0;
        glm::vec3 velocity{0, 0, 0};      // m/s, at the nozzle
        float age = 0, age_at_mouth = 0;  // s

        // In free fall `ahead` seconds from now.
        glm::vec3 velocity_at(float ahead, glm::vec3 gravity) const { return velocity + gravity * (age + ahead); }
    };
    // No particle in a zone has a smaller id.
    uint32_t first_id() const { return rows_[0].first; }
    // The row of a particle with `id`, or null when it is not in a zone.
    const Row* row_of(uint32_t id) const {
        for (int r = count_ - 1; r >= 0; --r)
            if (const Row& row = rows_[static_cast<size_t>(r)]; id >= row.first) return id < row.end ? &row : nullptr;
        return nullptr;
    }

private:
    std::array<Row, 256> rows_;  // by id; further rows are not held
    int count_ = 0;
};

}  // namespace slosh
