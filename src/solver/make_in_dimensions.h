// The solver for the number of dimensions of a domain, of those that a program has scenes in.
#pragma once
#include <memory>

#include "base/check.h"
#include "domain/domain.h"
#include "solver/capabilities.h"
#include "solver/solver.h"

namespace slosh {

// `make` is a function object with a template argument, the number of dimensions: only what `built` has is
// instantiated, so that a web module without 3D scenes does not contain solvers in 3D. Fails by a CHECK (ends the
// program) if `built` does not have the domain's.
template <Capabilities built>
std::unique_ptr<Solver> make_in_dimensions(const Domain& domain, auto&& make) {
    if constexpr (built.scenes_2d)
        if (domain.dimensions == 2) return make.template operator()<2>();
    if constexpr (built.scenes_3d)
        if (domain.dimensions == 3) return make.template operator()<3>();
    CHECK(false, "this program has scenes in the domain's number of dimensions");
    return nullptr;
}

}  // namespace slosh
