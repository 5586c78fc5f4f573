// CHECK(condition, "the invariant"): aborts if the condition is false, in release builds as well. For internal
// invariants only; invalid user input gets an error message instead (base/params.h).
#pragma once
#include <cstdlib>
#include <string>
#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#else
#include <cstdio>
#endif

namespace slosh::detail {
// Does not use printf, and no streams in a page, which would increase its download size. A page shows the text that is
// thrown, also from a thread; an abort would not tell it the cause.
[[noreturn, gnu::noinline, gnu::cold]] inline void check_failed(const char* what, const char* file, int line) {
    const std::string text = std::string("check failed at ") + file + ":" + std::to_string(line) + ": " + what;
#ifdef __EMSCRIPTEN__
    emscripten_throw_string(text.c_str());
#else
    std::fputs(("slosh: " + text + "\n").c_str(), stderr);
#endif
    std::abort();
}
}  // namespace slosh::detail

#define CHECK(condition, what) \
    (__builtin_expect(!!(condition), 1) ? void() : slosh::detail::check_failed(what, __FILE_NAME__, __LINE__))
