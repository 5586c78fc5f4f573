#include "grid/extrapolate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/mac_tank.h"

namespace slosh::extrapolate_test {
namespace {

TEST(Extrapolation, SpreadsLayerByLayer) {
    const MacGrid grid(nx, ny, nz, 0.1f);
    Jobs jobs(3);
    Faces a, b, valid;
    for (Faces* faces : {&a, &b, &valid}) faces->assign(grid);
    const auto far = [](int i, int j, int k) { return std::abs(i - 4) + std::abs(j - 3) + std::abs(k - 3); };
    for (int axis = 0; axis < 3; ++axis) {
        const int at = grid.at(4, 3, 3);
        a.axis[axis][at] = 2, b.axis[axis][at] = -3, valid.axis[axis][at] = 1;
        a.axis[axis][grid.at(0, 2, 2)] = 9;  // on a wall, or invalid and overwritten where the extrapolation reaches it
    }
    Extrapolation extrapolation;
    extrapolation.resize(grid);
    extrapolation.run(grid, 3, {.a = a, .b = b, .valid = valid}, jobs);
    EXPECT_EQ(a.axis[0][grid.at(0, 2, 2)], 9) << "wall faces are unchanged";
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 1; i < nx; ++i) {
                const int at = grid.at(i, j, k);
                const bool reached = far(i, j, k) <= 3;
                const float layer = static_cast<float>(far(i, j, k));
                EXPECT_EQ(valid.axis[0][at], reached ? 1 / (layer + 1) : 0) << i << ' ' << j << ' ' << k;
                EXPECT_NEAR(a.axis[0][at], reached ? 2 : 0, 1e-6);
                EXPECT_NEAR(b.axis[0][at], reached ? -3 : 0, 1e-6);
            }
}

}  // namespace
}  // namespace slosh::extrapolate_test
