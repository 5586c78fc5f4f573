// CHECK(condition, "what must hold"): stays on in release builds and traps. It guards our own
// invariants; what a user types is answered with a message instead (base/params.h).
#pragma once
#include <cstdio>
#include <cstdlib>

namespace slosh::detail {
[[noreturn]] inline void check_failed(const char* what, const char* file, int line) {
    std::fprintf(stderr, "slosh: check failed at %s:%d: %s\n", file, line, what);
    std::abort();
}
}  // namespace slosh::detail

#define CHECK(condition, what) \
    (__builtin_expect(!!(condition), 1) ? void() : slosh::detail::check_failed(what, __FILE_NAME__, __LINE__))
