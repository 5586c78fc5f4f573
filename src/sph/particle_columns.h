// The columns that a solver keeps for each particle beside those of sph/particle_arrays.h: density, pressure, forces.
//
// A solver registers each of them once, together with what becomes of its values when slots change. Allocation, the
// number of particles, sorting, drains and emitters go by this one registry.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd_array.h"

namespace slosh::sph {

// What becomes of a column's values.
enum class Carry : uint8_t {
    recomputed,  // nothing: every sub-step writes them before it reads them
    until_sort,  // drains close them up, an emitted particle has 0; not valid after a sort
    always,      // the same, and a sort brings them into the new order
};

class ParticleColumns {
public:
    // `column` must stay where it is. It is allocated for `capacity` particles, with `value` in each.
    void add(SimdArray<float>& column, Carry carry, int capacity, float value = 0);
    void set_count(int count);
    void copy_slot(int from, int to);
    void clear_slot(int slot);
    // Slot s takes the values of slot order[s].
    void gather(std::span<const uint32_t> order, Jobs& jobs);

private:
    struct Column {
        SimdArray<float>* values;
        Carry carry;
    };
    std::vector<Column> columns_;
    SimdArray<float> unsorted_;  // the values before a sort, where a column needs it
};

}  // namespace slosh::sph
