#include "support/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<uint64_t> asked{0};

[[maybe_unused]] void* get(std::size_t bytes) {
    ++asked;
    void* memory = std::malloc(bytes > 0 ? bytes : 1);
    if (!memory) std::abort();
    return memory;
}
}  // namespace

namespace slosh {
uint64_t allocations() { return asked; }
}  // namespace slosh

// In place of the library's own; all other forms end up here. The thread sanitizer has its own and keeps it.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SLOSH_KEEPS_NEW
#endif
#endif
#ifndef SLOSH_KEEPS_NEW
void* operator new(std::size_t bytes) { return get(bytes); }
void* operator new[](std::size_t bytes) { return get(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
#endif
