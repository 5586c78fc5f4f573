#include "grid/liquid/trapezoidal_rule.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/mac_tank.h"

namespace slosh::trapezoidal_rule_test {
namespace {

constexpr float dt = 0.01f;

// A full tank in which every face between cells is valid.
struct FullTank : MacTank {
    TrapezoidalRule rule;
    SimdArray<float> phi;
    Faces valid, delta, velocity;

    FullTank() {
        fill(lattice({0, 0, 0}, {nx, ny, nz}), still);
        rule.resize(grid);
        phi.assign(grid.size());
        for (Faces* faces : {&valid, &delta, &velocity}) faces->assign(grid);
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i < nx; ++i) phi[grid.at(i, j, k)] = -1;
        for (int axis = 0; axis < 3; ++axis) for_inner(axis, [&](int at, glm::vec3) { valid.axis[axis][at] = 1; });
    }
    // Calls f(face, its position in m) for the faces between cells.
    template <class F>
    void for_inner(int axis, F&& f) {
        for (int k = axis == 2; k < nz; ++k)
            for (int j = axis == 1; j < ny; ++j)
                for (int i = axis == 0; i < nx; ++i) {
                    glm::vec3 x = glm::vec3(i, j, k) + 0.5f;
                    x[axis] -= 0.5f;
                    for (int d = 0; d < 3; ++d) x[d] = frame.corner[d] + x[d] * frame.edge[d];
                    f(grid.at(i, j, k), x);
                }
    }
    void set_acceleration(glm::vec3 (*a)(glm::vec3)) {
        for (int axis = 0; axis < 3; ++axis)
            for_inner(axis, [&](int at, glm::vec3 x) { delta.axis[axis][at] = dt * a(x)[axis]; });
    }
    void set_velocity(glm::vec3 u) {
        for (int axis = 0; axis < 3; ++axis)
            for (int at = 0; at < grid.size(); ++at) velocity.axis[axis][at] = u[axis];
    }
    void find() {
        rule.find_acceleration(grid, cells, dt, phi, valid, delta, jobs);
        rule.find_change(layout, cells, dt, velocity, jobs);
    }
    float added(int axis, int at) {
        Faces u;
        u.assign(grid);
        rule.add_change(grid, cells, dt, u, jobs);
        return u.axis[axis][at];
    }
};

// a(x - u dt) - a(x), exactly where a is linear, up to the faces beside the walls; two steps, of which the second knows
// what the first has added.
TEST(TrapezoidalRule, AddsHalfOfTheChangeOfAcceleration) {
    FullTank tank;
    tank.set_acceleration([](glm::vec3 x) { return glm::vec3(3 * x.y, -2 * x.x + x.z, 5 * x.z + 1); });
    const glm::vec3 u{0.5f, -0.8f, 1.2f};
    tank.set_velocity(u);
    tank.find();
    EXPECT_EQ(tank.added(0, tank.grid.at(4, 3, 3)), 0) << "the faces have just become fluid";
    tank.find();
    const glm::vec3 expected = -0.5f * dt * dt * glm::vec3(3 * u.y, -2 * u.x + u.z, 5 * u.z);
    for (int axis = 0; axis < 3; ++axis)
        tank.for_inner(axis,
                       [&](int at, glm::vec3) { EXPECT_NEAR(tank.added(axis, at), expected[axis], 2e-8f) << axis; });
    // A particle takes what was added as well: it is no part of the acceleration.
    for (int axis = 0; axis < 3; ++axis)
        tank.for_inner(axis, [&](int at, glm::vec3) { tank.delta.axis[axis][at] += expected[axis]; });
    tank.find();
    for (int axis = 0; axis < 3; ++axis)
        tank.for_inner(axis,
                       [&](int at, glm::vec3) { EXPECT_NEAR(tank.added(axis, at), expected[axis], 2e-8f) << axis; });
}

TEST(TrapezoidalRule, LeavesGravityAlone) {
    FullTank tank;
    tank.set_acceleration([](glm::vec3) { return glm::vec3(0, -9.81f, 0); });
    tank.set_velocity({1, -2, 3});
    tank.find(), tank.find();
    for (int axis = 0; axis < 3; ++axis)
        tank.for_inner(axis, [&](int at, glm::vec3) { EXPECT_EQ(tank.added(axis, at), 0); });
}

TEST(TrapezoidalRule, DoesNotReachOutsideTheFluid) {
    FullTank tank;
    const int above = 4;  // the first row of cells in the air
    for (int k = 0; k < nz; ++k)
        for (int j = above; j < ny; ++j)
            for (int i = 0; i < nx; ++i) tank.phi[tank.grid.at(i, j, k)] = 1;
    tank.set_acceleration([](glm::vec3 x) { return glm::vec3(x.y, 0, 0); });
    tank.for_inner(0, [&](int at, glm::vec3) {
        if (at % tank.grid.slab / tank.grid.row - 1 >= above) tank.delta.axis[0][at] = 1e3f;
    });
    tank.set_velocity({0, 2, 0});
    tank.find(), tank.find();
    for (int j = 0; j < ny; ++j)
        EXPECT_NEAR(tank.added(0, tank.grid.at(3, j, 2)), j < above ? -dt * dt : 0.0f, 1e-8f) << "row " << j;
}

// Neither what crosses more than a cell nor a blow is a turn.
TEST(TrapezoidalRule, IsLimited) {
    FullTank tank;
    tank.set_acceleration([](glm::vec3 x) { return glm::vec3(0, x.x, 0); });
    const int face = tank.grid.at(4, 3, 3);
    for (const float cells : {0.9f, 1.1f}) {
        tank.set_velocity({cells * tank.frame.edge[0] / dt, 0, 0});
        tank.find(), tank.find();
        EXPECT_EQ(tank.added(1, face) != 0, cells < 1) << cells;
    }
    tank.set_acceleration([](glm::vec3 x) { return glm::vec3(0, 1e6f * x.x, 0); });
    tank.set_velocity({1, 0, 0});
    tank.find(), tank.find();
    EXPECT_NEAR(tank.added(1, face), -1.0f / 32, 1e-6f);
}

// What is left behind by particles does not count when others come.
TEST(TrapezoidalRule, ForgetsFluidThatIsGone) {
    FullTank tank;
    tank.set_acceleration([](glm::vec3 x) { return glm::vec3(0, x.x, 0); });
    tank.set_velocity({1, 0, 0});
    tank.find(), tank.find();
    const int face = tank.grid.at(4, 3, 3);
    EXPECT_NE(tank.added(1, face), 0);
    tank.fill({{0.5f, 0.5f, 0.5f}}, still);
    tank.find();
    tank.fill(lattice({0, 0, 0}, {nx, ny, nz}), still);
    EXPECT_EQ(tank.added(1, face), 0);
    tank.find();
    EXPECT_EQ(tank.added(1, face), 0) << "fluid of this step only";
    tank.find();
    EXPECT_NE(tank.added(1, face), 0);
}

}  // namespace
}  // namespace slosh::trapezoidal_rule_test
