// Rows of emitted particles that are still in the inlet zone of their nozzle: only gravity acts on them, until they
// have gone its length or come to a wall or a body. Otherwise the newest row of a jet, which has nothing behind it, is
// pushed back against the flow by any pressure, and there is no space for the next one. (An inlet zone of prescribed
// velocity: Lastiwka, Basa, Quinlan 2009.)
#pragma once
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <span>

#include "domain/emitters.h"

namespace slosh {

class InletRows {
public:
    struct Row {
        uint32_t first = 0, end = 0;
        glm::vec3 velocity{0, 0, 0};      // m/s, at the nozzle
        float age = 0, age_at_mouth = 0;  // s since it left the nozzle; when it leaves the zone
    };
    // Particles with ids from `first` to `end` - 1, which are larger than all before.
    void add(const Row&);
    // The rows of an emission whose particles have the ids from `first` to `end` - 1, in their order; those that were
    // not placed are missing at the end.
    void add(std::span<const EmitterSystem::Row>, uint32_t first, uint32_t end);
    // After dt seconds.
    void advance(float dt);
    void clear() { count_ = 0; }
    bool empty() const { return count_ == 0; }

    // No particle in a zone has a smaller id.
    uint32_t first_id() const { return rows_[0].first; }
    // The velocity, `ahead` seconds from now, of the particle with `id` in free fall from its nozzle. None when it is
    // in no zone, or when its `present` velocity shows that a wall has turned it back.
    std::optional<glm::vec3> velocity_of(uint32_t id, glm::vec3 present, float ahead, glm::vec3 gravity) const;

    static constexpr size_t max_rows = 256;  // further rows have no zone
    std::span<const Row> rows() const { return {rows_.data(), static_cast<size_t>(count_)}; }

private:
    const Row* row_of(uint32_t id) const;

    std::array<Row, max_rows> rows_;  // by id
    int count_ = 0;
};

}  // namespace slosh
