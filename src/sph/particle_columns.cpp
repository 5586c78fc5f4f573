#include "sph/particle_columns.h"

#include <utility>

namespace slosh::sph {

void ParticleColumns::add(SimdArray<float>& column, Carry carry, int capacity, float value) {
    column.assign(capacity, value);
    if (carry == Carry::always) unsorted_.assign(capacity);
    columns_.push_back({&column, carry, value});
}

void ParticleColumns::set_count(int count) {
    for (const Column& column : columns_) column.values->set_count(count);
    if (unsorted_.capacity() > 0) unsorted_.set_count(count);
}

void ParticleColumns::copy_slot(int from, int to) {
    for (const Column& column : columns_)
        if (column.carry != Carry::recomputed) (*column.values)[to] = (*column.values)[from];
}

void ParticleColumns::clear_slot(int slot) {
    for (const Column& column : columns_)
        if (column.carry != Carry::recomputed) (*column.values)[slot] = column.initial;
}

void ParticleColumns::gather(std::span<const uint32_t> order, Jobs& jobs) {
    for (const Column& column : columns_) {
        if (column.carry != Carry::always) continue;
        std::swap(*column.values, unsorted_);
        const float* const source = unsorted_.data();
        float* const target = column.values->data();
        jobs.for_range(static_cast<int>(order.size()), 512, [&](int begin, int end) {
            for (int slot = begin; slot < end; ++slot) target[slot] = source[order[static_cast<size_t>(slot)]];
        });
    }
}

}  // namespace slosh::sph
