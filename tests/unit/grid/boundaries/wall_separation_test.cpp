// Only the faces of a ceiling that hold fluid up by suction open.
#include "grid/boundaries/wall_separation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace slosh::wall_separation_test {
namespace {

constexpr int n = 5;
constexpr float edge = 0.1f, dt = 0.01f, g = 10;

// A tank full of fluid, with all faces open except those on its walls.
struct FullTank {
    MacGrid grid{n, n, n, edge};
    MacFrame frame;
    PressureSystem system;
    SimdArray<float> pressure, surface;
    Faces open, velocity;
    WallSeparation separation;

    FullTank() {
        for (int d = 0; d < 3; ++d) frame.edge[d] = edge, frame.inv_edge[d] = 1 / edge, frame.top[d] = n;
        system.grid = grid;
        for (SimdArray<float>* a : {&system.diagonal, &pressure, &surface}) a->assign(grid.size());
        open.assign(grid), velocity.assign(grid);
        for (int k = 0; k < n; ++k)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i) {
                    const int at = grid.at(i, j, k), coord[3] = {i, j, k};
                    system.diagonal[at] = 6, surface[at] = -1, pressure[at] = 1;
                    for (int d = 0; d < 3; ++d) open.axis[d][at] = coord[d] > 0 ? 1 : 0;
                }
        separation.reserve(grid);
    }
    bool activate(glm::vec3 gravity, bool inner = false) {
        return separation.activate(frame, {.gravity = gravity, .dt = dt, .inner_solids = inner},
                                   {.system = system, .pressure = pressure}, surface, open, velocity);
    }
    // The pressure over one cell's depth, in the units of PressureSystem.
    static constexpr float weight_of_a_cell = g * dt * edge / (edge * edge);
};

TEST(WallSeparation, OnlyCellsUnderSuctionSeparate) {
    FullTank tank;
    const int sucked = tank.grid.at(2, n - 1, 3), slight = tank.grid.at(1, n - 1, 1), up = tank.grid.stride(1);
    tank.pressure[sucked] = -FullTank::weight_of_a_cell;
    tank.pressure[slight] = -0.05f * FullTank::weight_of_a_cell;
    tank.pressure[tank.grid.at(2, 0, 3)] = -FullTank::weight_of_a_cell;  // the floor is not a ceiling
    tank.pressure[tank.grid.at(4, 2, 2)] = -FullTank::weight_of_a_cell;  // nor is a side wall
    tank.velocity.axis[1][sucked] = -0.5f;
    EXPECT_TRUE(tank.activate({0, -g, 0}));
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i) {
            const int cell = tank.grid.at(i, n - 1, k);
            EXPECT_EQ(tank.open.axis[1][cell + up], cell == sucked ? 1 : 0) << i << ' ' << k;
            EXPECT_EQ(tank.open.axis[1][tank.grid.at(i, 0, k)], 0);
        }
    EXPECT_EQ(tank.velocity.axis[1][sucked + up], -0.5f) << "the velocity of the opposite face of the cell";
    tank.separation.reset(tank.open);
    EXPECT_EQ(tank.open.axis[1][sucked + up], 0);
}

TEST(WallSeparation, WithoutSuctionNoFaceOpens) {
    FullTank tank;
    EXPECT_FALSE(tank.activate({0, -g, 0}));
    tank.pressure[tank.grid.at(2, n - 1, 2)] = -1e3f;
    EXPECT_FALSE(tank.activate({0, 0, 0})) << "without gravity there is no ceiling";
}

TEST(WallSeparation, TheCeilingIsOppositeToTheStrongestGravity) {
    for (int axis = 0; axis < 3; ++axis)
        for (const float sign : {-1.0f, 1.0f}) {
            FullTank tank;
            int low[3] = {2, 2, 2}, high[3] = {2, 2, 2};
            low[axis] = 0, high[axis] = n - 1;
            const int bottom = tank.grid.at(low[0], low[1], low[2]), top = tank.grid.at(high[0], high[1], high[2]);
            tank.pressure[bottom] = tank.pressure[top] = -FullTank::weight_of_a_cell;
            glm::vec3 gravity(0.3f * g);
            gravity[axis] = sign * g;
            EXPECT_TRUE(tank.activate(gravity));
            EXPECT_EQ(tank.open.axis[axis][top + tank.grid.stride(axis)], sign < 0 ? 1 : 0);
            EXPECT_EQ(tank.open.axis[axis][bottom], sign > 0 ? 1 : 0);
        }
}

TEST(WallSeparation, BelowASolidTheCellAboveBecomesAir) {
    FullTank tank;
    const int cell = tank.grid.at(2, 1, 2), above = tank.grid.at(2, 2, 2);
    tank.system.diagonal[above] = 0, tank.open.axis[1][above] = 0, tank.surface[above] = 1;
    tank.pressure[cell] = -FullTank::weight_of_a_cell;
    EXPECT_FALSE(tank.activate({0, -g, 0}, false)) << "only the tank's own ceiling";
    EXPECT_TRUE(tank.activate({0, -g, 0}, true));
    EXPECT_EQ(tank.open.axis[1][above], 1);
    EXPECT_EQ(tank.surface[above], 0);
}

TEST(WallSeparation, SeparatedFluidMovesAwayOrStays) {
    FullTank tank;
    const int a = tank.grid.at(1, n - 1, 1), b = tank.grid.at(3, n - 1, 3), up = tank.grid.stride(1);
    tank.pressure[a] = tank.pressure[b] = -FullTank::weight_of_a_cell;
    EXPECT_TRUE(tank.activate({0, -g, 0}));
    tank.velocity.axis[1][a + up] = 0.2f, tank.velocity.axis[1][b + up] = 0;
    tank.pressure[a] = 3, tank.pressure[b] = -3;  // of the second solve: p h^2 / edge is added
    tank.separation.clamp_velocity(tank.frame, tank.pressure, tank.velocity);
    EXPECT_EQ(tank.velocity.axis[1][a + up], 0) << "not through the ceiling";
    EXPECT_FLOAT_EQ(tank.velocity.axis[1][b + up], -0.3f);
}

}  // namespace
}  // namespace slosh::wall_separation_test
