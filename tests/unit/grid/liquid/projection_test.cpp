#include "grid/liquid/projection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "support/mac_tank.h"

namespace slosh::projection_test {
namespace {

Faces open_faces(MacTank& tank) {
    Faces open;
    open.assign(tank.grid);
    for (int axis = 0; axis < 3; ++axis)
        for_inner_rows(tank.grid, axis, tank.jobs, [&](int first, int count) {
            for (int at = first; at < first + count; ++at) open.axis[axis][at] = 1;
        });
    return open;
}

PressureSystem empty_system(const MacGrid& grid) {
    PressureSystem system;
    system.grid = grid;
    for (SimdArray<float>* a : {&system.diagonal, &system.b, &system.link[0], &system.link[1], &system.link[2]})
        a->assign(grid.size());
    return system;
}

// A blob of cells with random velocities: after the projection the divergence is 0 in it, up to the tolerance.
TEST(Projection, LeavesNoDivergence) {
    MacTank tank;
    const MacGrid& grid = tank.grid;
    Random random(2);
    Faces u, valid, open = open_faces(tank);
    for (Faces* faces : {&u, &valid}) faces->assign(grid);
    SimdArray<float> surface(grid.size()), pressure(grid.size());
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) surface[grid.at(i, j, k)] = random.uniform(-1, 0.05f) * (j < 4 ? 1.0f : -1.0f);
    for (SimdArray<float>& a : u.axis)
        for (int at = 0; at < grid.size(); ++at) a[at] = random.uniform(-1, 1);
    PressureSystem system = empty_system(grid);
    const auto divergence = [&] {
        assemble_pressure(tank.frame, {.phi = surface, .face_fraction = open}, u, nullptr, system, tank.jobs);
        double sum = 0;
        for (int at = 0; at < grid.size(); ++at)
            sum += static_cast<double>(system.b[at]) * static_cast<double>(system.b[at]);
        return std::sqrt(sum);
    };
    const double before = divergence();
    PressureSolver solver;
    const PressureSolver::Result result = solver.solve(system, pressure, {.tolerance = 1e-4f}, tank.jobs);
    subtract_gradient({.system = system, .pressure = pressure}, tank.frame, {.phi = surface, .face_fraction = open}, u,
                      valid, tank.jobs);
    const double left = divergence() / before;
    std::printf("divergence left: %.3g after %d iterations, residual %.3g\n", left, result.iterations,
                static_cast<double>(result.residual));
    EXPECT_TRUE(result.converged);
    EXPECT_LT(left, 1.1e-4);
    EXPECT_GT(before, 1);
}

// A surface of gentle slope passes through cell centres somewhere. Water at rest under it is accelerated by about its
// slope times g on every face, wherever it lies in its cells.
TEST(Projection, PushesASlopingSurfaceByItsSlope) {
    constexpr float slope = 0.02f;
    for (const float level : {3.3f, 3.47f, 3.5f, 3.55f, 3.8f}) {
        MacTank tank;
        const MacGrid& grid = tank.grid;
        Faces u, valid, open = open_faces(tank);
        for (Faces* faces : {&u, &valid}) faces->assign(grid);
        SimdArray<float> surface(grid.size()), pressure(grid.size());
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i < nx; ++i)
                    surface[grid.at(i, j, k)] =
                        static_cast<float>(j) + 0.5f - level - slope * (static_cast<float>(i - nx / 2) + 0.49f);
        for (int axis = 0; axis < 3; ++axis) for_wall_faces(grid, axis, [&](int at, int) { open.axis[axis][at] = 0; });
        for_inner_rows(grid, 1, tank.jobs, [&](int first, int count) {
            for (int at = first; at < first + count; ++at) u.axis[1][at] = open.axis[1][at] > 0 ? -1.0f : 0.0f;
        });
        PressureSystem system = empty_system(grid);
        assemble_pressure(tank.frame, {.phi = surface, .face_fraction = open}, u, nullptr, system, tank.jobs);
        PressureSolver solver;
        EXPECT_TRUE(solver.solve(system, pressure, {.tolerance = 1e-5f}, tank.jobs).converged);
        subtract_gradient({.system = system, .pressure = pressure}, tank.frame, {.phi = surface, .face_fraction = open},
                          u, valid, tank.jobs);
        float fastest = 0;
        for (int axis = 0; axis < 3; ++axis)
            for (int at = 0; at < grid.size(); ++at)
                if (valid.axis[axis][at] > 0) fastest = std::max(fastest, std::abs(u.axis[axis][at]));
        std::printf("surface at %.2f cells: largest acceleration %.2f times slope and g\n", static_cast<double>(level),
                    static_cast<double>(fastest / slope));
        EXPECT_LT(fastest, 4 * slope) << level;
        EXPECT_GT(fastest, 0.5f * slope) << level;
    }
}

}  // namespace
}  // namespace slosh::projection_test
