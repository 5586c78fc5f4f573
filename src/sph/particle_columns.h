// The columns that a solver has in addition to those of sph/particle_arrays.h: density, pressure, forces.
//
// A solver registers each of them once, with a rule for its values when slots change. Allocation, the number of
// particles, sorting, drains and emitters use this registry.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd_array.h"

namespace slosh::sph {

// The rule for a column's values when slots change.
enum class Carry : uint8_t {
    recomputed,  // not carried along: every sub-step writes them before it reads them
    until_sort,  // carried along by drains: needed or shown before the next sort; the initial value for an emitted
                 // particle; not valid after a sort
    always,      // the same, and reordered by a sort
};

class ParticleColumns {
public:
    // The registry keeps the address of `column`. Allocates it for `capacity` particles, with `value` in each slot.
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
        float initial;
    };
    std::vector<Column> columns_;
    SimdArray<float> unsorted_;  // the values before a sort, where a column needs it
};

}  // namespace slosh::sph
