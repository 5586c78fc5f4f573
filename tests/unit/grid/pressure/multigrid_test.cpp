// A multigrid cycle as a preconditioner: the largest eigenvalue of M^-1 A.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/preconditioners.h"

namespace slosh::multigrid_test {
namespace {

using namespace test;

// By power iteration; M near the inverse of A has eigenvalues near 1.
TEST(Multigrid, IsCloseToTheInverse) {
    for (const PressureSystem& system : {wavy_tank(40, 33, 37), demo_block(50000)}) {
        Doubles v = random_vector(system, 1);
        double largest = 0;
        for (int iteration = 0; iteration < 30; ++iteration) {
            SimdArray<float> p(system.grid.size());
            for (int i = 0; i < system.grid.size(); ++i) p[i] = static_cast<float>(v[static_cast<size_t>(i)]);
            Doubles image(v.size(), 0);
            for_fluid(system, [&](int i) { image[static_cast<size_t>(i)] = applied(system, p, i); });
            image = preconditioned(system, image, Preconditioner::multigrid);
            largest = std::sqrt(dot(image, image) / dot(v, v));
            const double length = std::sqrt(dot(image, image));
            for (double& x : image) x /= length;
            v = image;
        }
        EXPECT_LT(largest, 2);
        EXPECT_GT(largest, 0.9);
    }
}

}  // namespace
}  // namespace slosh::multigrid_test
