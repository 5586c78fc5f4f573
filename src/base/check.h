// CHECK(condition, "what must hold"): stays on in release builds and traps. It guards our own
// invariants; what a user types is answered with a message instead (base/params.h).
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>

namespace slosh::detail {
// Without printf, which a page would download for this alone.
[[noreturn, gnu::noinline, gnu::cold]] inline void check_failed(const char* what, const char* file, int line) {
    const std::string text =
        std::string("slosh: check failed at ") + file + ":" + std::to_string(line) + ": " + what + "\n";
    std::fputs(text.c_str(), stderr);
    std::abort();
}
}  // namespace slosh::detail

#define CHECK(condition, what) \
    (__builtin_expect(!!(condition), 1) ? void() : slosh::detail::check_failed(what, __FILE_NAME__, __LINE__))
