// The number of heap allocations so far, by any thread of the test program.
#pragma once
#include <cstdint>

namespace slosh {
uint64_t allocations();
}  // namespace slosh
