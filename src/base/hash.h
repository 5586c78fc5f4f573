// Hashes of bits: equal on every machine.
#pragma once
#include <bit>
#include <cstdint>

#include "base/random.h"

namespace slosh {

// Order matters: hash = mix(hash, a), then mix(hash, b).
inline uint64_t mix(uint64_t hash, uint64_t value) { return mix_bits(hash + 0x9e3779b97f4a7c15u + value); }
inline uint64_t mix(uint64_t hash, float value) {
    return mix(hash, static_cast<uint64_t>(std::bit_cast<uint32_t>(value)));
}

}  // namespace slosh
