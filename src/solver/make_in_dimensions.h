// The solver of a class template Of<D> for the number of dimensions of a domain.
#pragma once
#include <memory>

#include "base/check.h"
#include "domain/domain.h"
#include "solver/solver.h"

namespace slosh {

template <template <int> class Of>
std::unique_ptr<Solver> make_in_dimensions(const Domain& domain, auto&&... arguments) {
    CHECK(domain.dimensions == 2 || domain.dimensions == 3, "a domain has 2 or 3 dimensions");
    if (domain.dimensions == 2) return std::make_unique<Of<2>>(arguments...);
    return std::make_unique<Of<3>>(arguments...);
}

}  // namespace slosh
