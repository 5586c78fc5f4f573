// Seeded random numbers, the same on every machine. No global state: a generator is a value.
#pragma once
#include <cstdint>

namespace slosh {

// The finaliser of splitmix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit.
inline uint64_t mix_bits(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// 24 random bits as a float in [0, 1): exact, so equal everywhere.
inline float unit_float(uint64_t bits) { return static_cast<float>(bits >> 40) * 0x1p-24f; }

class Random {
public:
    explicit Random(uint64_t seed) : state_(mix_bits(seed)) {}

    uint64_t bits() { return mix_bits(state_ += 0x9e3779b97f4a7c15u); }
    float uniform() { return unit_float(bits()); }  // in [0, 1)
    float uniform(float lo, float hi) { return lo + (hi - lo) * uniform(); }
    // In [0, count), for count > 0.
    int below(int count) { return static_cast<int>((bits() >> 32) * static_cast<uint64_t>(count) >> 32); }

private:
    uint64_t state_;
};

}  // namespace slosh
