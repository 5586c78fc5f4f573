#include "sph/boundary_integrals.h"

#include <gtest/gtest.h>

namespace slosh::boundary_integrals_test {
namespace {

TEST(BoundaryIntegrals, HalfOfTheSupportLiesBehindAWall) {
    for (const KernelShape& kernel : {kernel_shape<2, QuarticSpline<2>>(), kernel_shape<3, QuarticSpline<3>>(),
                                      kernel_shape<2, Wendland<2>>(), kernel_shape<3, Wendland<3>>()}) {
        const int dimensions = kernel.dimensions;
        const BoundaryIntegrals walls(kernel, 0.3f);
        EXPECT_NEAR(walls.at(0).volume, 0.5f, 1e-4f);
        EXPECT_NEAR(walls.at(-1).volume, 0.5f, 1e-4f);
        EXPECT_EQ(walls.at(0.3f).volume, 0);
        EXPECT_EQ(walls.at(0.4f).gradient, 0);
        for (float gap = 0.01f; gap < 0.29f; gap += 0.01f) {
            const BoundaryTerm term = walls.at(gap);
            const float step = 0.3f / 64,
                        slope = (walls.at(gap + step).volume - walls.at(gap - step).volume) / (2 * step);
            EXPECT_NEAR(term.gradient, slope, 0.02f) << dimensions << "D, gap " << gap;
            EXPECT_LE(term.laplacian, 0);
        }
    }
}

}  // namespace
}  // namespace slosh::boundary_integrals_test
