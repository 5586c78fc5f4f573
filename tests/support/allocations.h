// How often memory was asked for so far, by any thread of the tests.
#pragma once
#include <cstdint>

namespace slosh {
uint64_t allocations();
}  // namespace slosh
