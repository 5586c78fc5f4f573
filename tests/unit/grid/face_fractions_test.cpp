#include "grid/face_fractions.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

#include "support/pressure_systems.h"

namespace slosh::face_fractions_test {
namespace {

using namespace test;
using Distance = std::function<float(float x, float y, float z)>;

slosh::Faces open_faces(const MacGrid& grid, const Distance& solid, int workers = 1) {
    SimdArray<float> corners(grid.size());
    for (int k = 0; k <= grid.nz; ++k)
        for (int j = 0; j <= grid.ny; ++j)
            for (int i = 0; i <= grid.nx; ++i)
                corners[grid.at(i, j, k)] =
                    solid(static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)) * grid.h;
    slosh::Faces open;
    for (SimdArray<float>& fractions : open.axis) fractions.assign(grid.size(), 7);
    Jobs jobs(workers);
    find_face_fractions(grid, corners, nullptr, open, jobs);
    return open;
}

// Of the unit square, with the corners in cyclic order.
float fraction_above(const std::function<float(float x, float y)>& f) {
    return positive_fraction(f(0, 0), f(1, 0), f(1, 1), f(0, 1));
}

TEST(FaceFractions, OfAPlaneIsExact) {
    for (int turn = 0; turn < 40; ++turn)
        for (int shift = -8; shift <= 8; ++shift) {
            const double angle = 0.157 * turn + 0.01, c = std::cos(angle), s = std::sin(angle), at = 0.1 * shift;
            const auto plane = [=](double x, double y) { return c * (x - 0.5) + s * (y - 0.5) - at; };
            int above = 0;
            constexpr int n = 400;
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) above += plane((i + 0.5) / n, (j + 0.5) / n) > 0;
            const float fraction = fraction_above([&](float x, float y) { return static_cast<float>(plane(x, y)); });
            EXPECT_NEAR(fraction, static_cast<double>(above) / (n * n), 2e-3) << angle << " " << at;
        }
}

TEST(FaceFractions, OfARotatedOrMirroredSquare) {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const float a = random.uniform(-1, 1), b = random.uniform(-1, 1), c = random.uniform(-1, 1),
                    d = random.uniform(-1, 1);
        const float fraction = positive_fraction(a, b, c, d);
        EXPECT_GE(fraction, 0);
        EXPECT_LE(fraction, 1);
        EXPECT_NEAR(positive_fraction(b, c, d, a), fraction, 1e-6f);
        EXPECT_NEAR(positive_fraction(d, c, b, a), fraction, 1e-6f);
        EXPECT_NEAR(positive_fraction(-a, -b, -c, -d), 1 - fraction, 1e-6f);
        EXPECT_NEAR(positive_fraction(a + 1e-4f, b, c, d), fraction, 3e-3f);
    }
    EXPECT_EQ(positive_fraction(1, 1, 1, 1), 1);
    EXPECT_EQ(positive_fraction(-1, -1, -1, -1), 0);
    EXPECT_EQ(positive_fraction(0, 0, 0, 0), 0);
    EXPECT_FLOAT_EQ(positive_fraction(1, -1, 1, -1), 0.5f);
}

TEST(FaceFractions, FarFromWallsAndAtTheBorder) {
    const MacGrid grid(9, 6, 7, 0.5f);
    const slosh::Faces all = open_faces(grid, [](float, float, float) { return 1.0f; });
    const slosh::Faces none = open_faces(grid, [](float, float, float) { return -1.0f; });
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k <= grid.nz; ++k)
            for (int j = 0; j <= grid.ny; ++j)
                for (int i = 0; i <= grid.nx; ++i) {
                    const int coord[] = {i, j, k};
                    const bool outside = i == grid.nx || j == grid.ny || k == grid.nz;
                    const bool closed = outside || coord[axis] == 0;
                    EXPECT_EQ(all.axis[axis][grid.at(i, j, k)], closed ? 0.0f : 1.0f);
                    EXPECT_EQ(none.axis[axis][grid.at(i, j, k)], 0);
                }
}

// By the divergence theorem the differences of opposite face fractions are the components of the wall's area vector.
TEST(FaceFractions, OfASlopingWallInACell) {
    const MacGrid grid(12, 12, 12, 1);
    const float a = 0.3f, b = 0.5f, c = 0.2f;
    const slosh::Faces open = open_faces(grid, [=](float x, float y, float z) { return a * x + b * y + c * z - 6; });
    int cut = 0;
    for (int k = 1; k < 11; ++k)
        for (int j = 1; j < 11; ++j)
            for (int i = 1; i < 11; ++i) {
                const int at = grid.at(i, j, k);
                const auto change = [&](int axis) {
                    return open.axis[axis][at + grid.stride(axis)] - open.axis[axis][at];
                };
                if (change(0) == 0) continue;
                ++cut;
                EXPECT_NEAR(change(1) / change(0), b / a, 0.15f) << i << " " << j << " " << k;
                EXPECT_NEAR(change(2) / change(0), c / a, 0.15f) << i << " " << j << " " << k;
            }
    EXPECT_GT(cut, 100);
    for (const SimdArray<float>& fractions : open.axis)
        for (const float fraction : fractions.view())
            EXPECT_TRUE(fraction == 0 || fraction >= min_face_fraction || fraction == 7);
}

// Water at rest in a round tank: the pressure that holds against gravity is the depth, in every cell, whatever the
// shapes of the cells at the wall.
TEST(FaceFractions, StillWaterInARoundTank) {
    const int n = 24;
    const MacGrid grid(n, n, n, 1);
    const float surface = 13.4f;
    const slosh::Faces open = open_faces(grid, [](float x, float y, float z) {
        return 11.3f - std::sqrt((x - 12) * (x - 12) + (y - 12) * (y - 12) + (z - 12) * (z - 12));
    });
    const auto depth = [=](int j) { return surface - (static_cast<float>(j) + 0.5f); };
    PressureSystem system = make_system(
        grid, [&](int, int j, int) { return depth(j) > 0 ? Cell::fluid : Cell::air; },
        [&](int axis, int i, int j, int k) {
            const float below = depth(j - 1), above = depth(j);
            return Face{open.axis[axis][grid.at(i, j, k)], axis == 1 && above <= 0 && below > 0 ? below : 1.0f};
        });
    // Gravity accelerates all open faces alike: b is minus the divergence of (0, -1, 0).
    for_fluid(system, [&](int i) { system.b[i] = open.axis[1][i + grid.row] - open.axis[1][i]; });
    Jobs jobs(1);
    PressureSolver solver;
    SimdArray<float> p(grid.size());
    EXPECT_TRUE(solver.solve(system, p, {.tolerance = 1e-6f}, jobs).converged);
    int cells = 0;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const int at = grid.at(i, j, k);
                if (!(system.diagonal[at] > 0)) continue;
                ++cells;
                ASSERT_NEAR(p[at], depth(j), 1e-3f) << i << " " << j << " " << k;
            }
    EXPECT_GT(cells, 3000);
}

}  // namespace
}  // namespace slosh::face_fractions_test
