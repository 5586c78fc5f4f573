// Storage for particles: structure of arrays, each padded so that a four-lane load may start at any
// particle. The padding of a position is outside every kernel.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/simd.h"

namespace slosh {

template <class T>
class SimdArray {
public:
    SimdArray() = default;
    explicit SimdArray(int count, T value = {}) { assign(count, value); }

    [[gnu::noinline]] void assign(int count, T value = {}) {
        count_ = count;
        values_.assign(static_cast<size_t>(count + padding), value);
    }
    // Fills the padding behind the last particle, which four-lane loads may read.
    void pad_with(T value) {
        for (int i = 0; i < padding; ++i) values_[static_cast<size_t>(count_ + i)] = value;
    }

    // Changes the size within the capacity. Slots that are added at the end keep their old values.
    void set_count(int count) {
        CHECK(count >= 0 && count + padding <= static_cast<int>(values_.size()), "arrays grow only to their capacity");
        count_ = count;
    }

    int size() const { return count_; }
    int capacity() const { return static_cast<int>(values_.size()) - padding; }
    T* data() { return values_.data(); }
    const T* data() const { return values_.data(); }
    T& operator[](int i) { return values_[static_cast<size_t>(i)]; }
    const T& operator[](int i) const { return values_[static_cast<size_t>(i)]; }
    std::span<const T> view() const { return {values_.data(), static_cast<size_t>(count_)}; }

    // A four-lane access that begins inside the array ends inside the padding.
    static constexpr int padding = 2 * lanes;

private:
    int count_ = 0;
    std::vector<T> values_;
};

// A coordinate beyond any smoothing length, whose square is still a finite float.
constexpr float far_away = 1e15f;

}  // namespace slosh
