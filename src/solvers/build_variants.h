// A page without panel downloads one family of solvers. The few sources that name every solver or scene are compiled
// once for each family, with SLOSH_FAMILY naming it, and once with an empty one for whatever has them all; this
// header is for those sources only. CMakeLists.txt has the list of families, a definition says which is its own.
#pragma once
#include <string_view>

namespace slosh {

static constexpr bool is_built(std::string_view family) {
    constexpr std::string_view only = SLOSH_FAMILY;
    return only.empty() || only == family;
}

}  // namespace slosh
