// IC(0) and MIC(0) against the factorization written down cell by cell in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/preconditioners.h"

namespace slosh::incomplete_cholesky_test {
namespace {

using namespace test;

// In the natural order, one cell after the other.
Doubles by_incomplete_cholesky(const PressureSystem& system, const Doubles& b, double modified) {
    const Links links{system};
    Doubles pivot(b.size(), 1), z(b.size(), 0);
    for_fluid(system, [&](int i) {
        const double diagonal = static_cast<double>(system.diagonal[i]);
        double& e = pivot[static_cast<size_t>(i)] = diagonal;
        for (int axis = 0; axis < 3; ++axis) {
            const double link = links.below(axis, i);
            const int below = i - links.stride(axis);
            double dropped = 0;
            for (int other = 0; other < 3; ++other)
                if (other != axis && link > 0) dropped += links.above(other, below);
            e -= link * (link + modified * dropped) / pivot[static_cast<size_t>(below)];
        }
        if (e < 0.25 * diagonal) e = diagonal;
    });
    for_fluid(system, [&](int i) {
        double sum = b[static_cast<size_t>(i)];
        for (int axis = 0; axis < 3; ++axis)
            sum += links.below(axis, i) * z[static_cast<size_t>(i - links.stride(axis))];
        z[static_cast<size_t>(i)] = sum / pivot[static_cast<size_t>(i)];
    });
    for (int i = system.grid.size(); i-- > 0;)
        for (int axis = 0; axis < 3 && system.diagonal[i] > 0; ++axis)
            z[static_cast<size_t>(i)] +=
                links.above(axis, i) * z[static_cast<size_t>(i + links.stride(axis))] / pivot[static_cast<size_t>(i)];
    return z;
}

TEST(IncompleteCholesky, AgreesWithTheFactorizationInTheNaturalOrder) {
    PressureSystem block = demo_block(30000), one_layer = random_system({30, 13, 1, 1}, 4);
    for (const PressureSystem& system : {random_box_system(), block, one_layer}) {
        const Doubles b = random_vector(system, 1);
        EXPECT_LT(difference(preconditioned(system, b, Preconditioner::ic0), by_incomplete_cholesky(system, b, 0)),
                  1e-6);
        EXPECT_LT(difference(preconditioned(system, b, Preconditioner::mic0), by_incomplete_cholesky(system, b, 0.97)),
                  1e-6);
    }
}

}  // namespace
}  // namespace slosh::incomplete_cholesky_test
