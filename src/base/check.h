// CHECK(condition, "the invariant"): aborts if the condition is false, in release builds as well. For internal
// invariants only; invalid user input gets an error message instead (base/params.h).
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>

namespace slosh::detail {
// Does not use printf, which would increase the download size of a page.
[[noreturn, gnu::noinline, gnu::cold]] inline void check_failed(const char* what, const char* file, int line) {
    const std::string text =
        std::string("slosh: check failed at ") + file + ":" + std::to_string(line) + ": " + what + "\n";
    std::fputs(text.c_str(), stderr);
    std::abort();
}
}  // namespace slosh::detail

#define CHECK(condition, what) \
    (__builtin_expect(!!(condition), 1) ? void() : slosh::detail::check_failed(what, __FILE_NAME__, __LINE__))
