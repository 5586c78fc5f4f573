// Jacobi and incomplete Poisson against their formulas in double precision; symmetry and positivity of all
// preconditioners.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/preconditioners.h"

namespace slosh::preconditioner_test {
namespace {

using namespace test;

TEST(Preconditioner, NoneAndJacobi) {
    const PressureSystem system = random_box_system();
    const Doubles b = random_vector(system, 1);
    EXPECT_LT(difference(preconditioned(system, b, Preconditioner::none), b), 1e-7);
    Doubles scaled = b;
    for_fluid(system, [&](int i) { scaled[static_cast<size_t>(i)] /= static_cast<double>(system.diagonal[i]); });
    EXPECT_LT(difference(preconditioned(system, b, Preconditioner::jacobi), scaled), 1e-6);
}

// (I - L D^-1) (I - D^-1 L^T), L the part of the matrix below its diagonal.
TEST(Preconditioner, IncompletePoisson) {
    const PressureSystem system = random_box_system();
    const Links links{system};
    const Doubles b = random_vector(system, 1);
    Doubles half = b, expected;
    const auto diagonal = [&](int i) { return static_cast<double>(system.diagonal[i]); };
    for_fluid(system, [&](int i) {
        for (int axis = 0; axis < 3; ++axis)
            half[static_cast<size_t>(i)] +=
                links.above(axis, i) * b[static_cast<size_t>(i + links.stride(axis))] / diagonal(i);
    });
    expected = half;
    for_fluid(system, [&](int i) {
        for (int axis = 0; axis < 3; ++axis)
            if (links.below(axis, i) > 0)
                expected[static_cast<size_t>(i)] += links.below(axis, i) *
                                                    half[static_cast<size_t>(i - links.stride(axis))] /
                                                    diagonal(i - links.stride(axis));
    });
    EXPECT_LT(difference(preconditioned(system, b, Preconditioner::incomplete_poisson), expected), 1e-6);
}

// As conjugate gradients require.
TEST(Preconditioner, SymmetricAndPositive) {
    for (const Preconditioner preconditioner : {Preconditioner::jacobi, Preconditioner::ic0, Preconditioner::mic0,
                                                Preconditioner::incomplete_poisson, Preconditioner::multigrid})
        for (const PressureSystem& system : {random_box_system(), wavy_tank(19, 22, 21), demo_block(10000)}) {
            const Doubles v = random_vector(system, 1), w = random_vector(system, 2);
            const Doubles mv = preconditioned(system, v, preconditioner),
                          mw = preconditioned(system, w, preconditioner);
            const double scale = std::sqrt(dot(v, v) * dot(mw, mw));
            EXPECT_NEAR(dot(v, mw) / scale, dot(w, mv) / scale, 1e-6);
            EXPECT_GT(dot(v, mv), 0);
            EXPECT_GT(dot(w, mw), 0);
        }
}

}  // namespace
}  // namespace slosh::preconditioner_test
