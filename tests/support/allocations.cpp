#include "support/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<uint64_t> allocation_count{0};

[[maybe_unused]] void* allocate_and_count(std::size_t bytes) {
    ++allocation_count;
    void* memory = std::malloc(bytes > 0 ? bytes : 1);
    if (!memory) std::abort();
    return memory;
}

// For types with a larger alignment, as those of vectors of the processor.
[[maybe_unused]] void* allocate_and_count(std::size_t bytes, std::align_val_t alignment) {
    ++allocation_count;
    const auto align = static_cast<std::size_t>(alignment);
    void* memory = std::aligned_alloc(align, (bytes + align - 1) / align * align + (bytes > 0 ? 0 : align));
    if (!memory) std::abort();
    return memory;
}
}  // namespace

namespace slosh {
uint64_t allocations() { return allocation_count; }
}  // namespace slosh

// Replace those of the library; its other forms of new and delete call these, but those of the address sanitizer do
// not: std::stable_sort takes the nothrow form. The thread sanitizer keeps its own.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SLOSH_KEEPS_NEW
#endif
#endif
#ifndef SLOSH_KEEPS_NEW
void* operator new(std::size_t bytes) { return allocate_and_count(bytes); }
void* operator new[](std::size_t bytes) { return allocate_and_count(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate_and_count(bytes); }
void* operator new(std::size_t bytes, std::align_val_t align) { return allocate_and_count(bytes, align); }
void* operator new[](std::size_t bytes, std::align_val_t align) { return allocate_and_count(bytes, align); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#endif
