// The viscosity step on the faces of a MAC grid, without a solver.
#include "grid/liquid/viscosity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "base/math.h"
#include "base/random.h"
#include "grid/extrapolate.h"
#include "support/allocations.h"
#include "support/worst.h"

namespace slosh::liquid_viscosity_test {
namespace {

// A tank full of fluid except for the cells of `air`.
struct Full {
    GridLayout layout;
    const MacGrid& grid = layout.grid;
    MacFrame& frame = layout.frame;
    Jobs jobs{3};
    SimdArray<float> surface;
    Faces open, velocity;
    Viscosity viscosity;

    Full(const Full&) = delete;
    explicit Full(glm::ivec3 cells, glm::vec3 size) {
        layout.grid = MacGrid(cells.x, cells.y, cells.z, size.x / static_cast<float>(cells.x));
        for (int d = 0; d < 3; ++d) {
            frame.top[d] = static_cast<float>(cells[d]);
            frame.edge[d] = size[d] / frame.top[d], frame.inv_edge[d] = 1 / frame.edge[d];
        }
        surface.assign(grid.size()), open.assign(grid), velocity.assign(grid);
        for (int k = 0; k < cells.z; ++k)
            for (int j = 0; j < cells.y; ++j)
                for (int i = 0; i < cells.x; ++i) surface[grid.at(i, j, k)] = -1;
        for (int axis = 0; axis < 3; ++axis)
            for_inner_rows(grid, axis, jobs, [&](int first, int count) {
                for (int at = first; at < first + count; ++at) open.axis[axis][at] = 1;
            });
    }
    void diffuse(float nu, float dt) {
        viscosity.diffuse(layout, {.phi = surface, .face_fraction = open}, nu, dt, velocity, jobs);
    }
};

// Between no-slip walls sin sin sin keeps its shape and decays at the rate nu pi^2 (1/a^2 + 1/b^2 + 1/c^2).
TEST(GridViscosity, SineBetweenWallsDecaysAtTheRateOfTheory) {
    const glm::vec3 size(1, 0.8f, 0.6f);
    const double nu = 0.1;
    const double rate = nu * pi_d * pi_d * (1 / 1.0 + 1 / 0.64 + 1 / 0.36);
    for (int axis = 0; axis < 3; ++axis) {
        Full tank({20, 16, 12}, size);
        const auto sine = [&](glm::vec3 x) {
            return std::sin(pi_d * x.x / size.x) * std::sin(pi_d * x.y / size.y) * std::sin(pi_d * x.z / size.z);
        };
        const auto position = [&](int i, int j, int k) {
            glm::vec3 x(i, j, k);
            for (int d = 0; d < 3; ++d) x[d] = (x[d] + (d == axis ? 0 : 0.5f)) * tank.frame.edge[d];
            return x;
        };
        const auto for_faces = [&](auto&& f) {
            for (int k = axis == 2; k < 12; ++k)
                for (int j = axis == 1; j < 16; ++j)
                    for (int i = axis == 0; i < 20; ++i)
                        f(tank.velocity.axis[axis][tank.grid.at(i, j, k)], sine(position(i, j, k)));
        };
        for_faces([](float& u, double start) { u = static_cast<float>(start); });
        const float dt = 0.002f;
        const int steps = 100;
        for (int s = 0; s < steps; ++s) tank.diffuse(static_cast<float>(nu), dt);
        const double left = std::exp(-rate * steps * static_cast<double>(dt));
        double worst = 0, projection = 0, norm = 0;
        for_faces([&](float u, double start) {
            keep_worst(worst, std::abs(static_cast<double>(u) - left * start));
            projection += static_cast<double>(u) * start, norm += start * start;
        });
        const double found = -std::log(projection / norm) / rate / steps / static_cast<double>(dt);
        std::printf("component %d: rate %.4f of the exact one, shape off by %.4f\n", axis, found, worst);
        EXPECT_NEAR(found, 1, 0.02);
        EXPECT_LT(worst, 0.02);
    }
}

// Below a free surface the viscous stress is zero: uniform motion continues, and momentum is conserved.
TEST(GridViscosity, AirReceivesNoMomentum) {
    Full tank({12, 10, 8}, {1.2f, 1, 0.8f});
    Random random(4);
    for (int k = 0; k < 8; ++k)
        for (int j = 0; j < 10; ++j)
            for (int i = 0; i < 12; ++i) {
                const bool wet = i > 2 && i < 9 && j > 1 && j < 8 && k > 1 && k < 6 && random.uniform() < 0.8f;
                tank.surface[tank.grid.at(i, j, k)] = wet ? -1 : 1;
            }
    double before[3] = {}, after[3] = {};
    float min_u = 9, max_u = -9;
    const auto sum = [&](double(&sums)[3]) {
        for (int axis = 0; axis < 3; ++axis)
            for (int at = 0; at < tank.grid.size(); ++at)
                sums[axis] += static_cast<double>(tank.velocity.axis[axis][at]);
    };
    for (int axis = 0; axis < 3; ++axis)
        for_inner_rows(tank.grid, axis, tank.jobs, [&](int first, int count) {
            for (int at = first; at < first + count; ++at)
                tank.velocity.axis[axis][at] = 1 + 0.5f * static_cast<float>(at % 3) + 0.1f * static_cast<float>(axis);
        });
    sum(before);
    tank.diffuse(1e-3f, 0.01f);  // allocates
    const uint64_t allocations_before = allocations();
    for (const auto& [nu, tolerance] : {std::pair(0.1f, 1e-5), {10.0f, 2e-5}, {1e6f, 5e-4}}) {
        tank.diffuse(nu, 0.01f);
        for (double& s : after) s = 0;
        sum(after);
        for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(after[axis] / before[axis], 1, tolerance) << nu;
    }
    EXPECT_EQ(allocations(), allocations_before);
    // At the highest viscosity the middle moves like a rigid body.
    for (int i = 5; i < 8; ++i) {
        const float u = tank.velocity.axis[0][tank.grid.at(i, 4, 4)];
        keep_least(min_u, u), keep_worst(max_u, u);
    }
    EXPECT_LT(max_u - min_u, 0.01f);
    EXPECT_GT(min_u, 1);
}

// A wall brakes only fluid that touches it: one cell of air between them, and a block keeps its momentum.
TEST(GridViscosity, WallsDoNotActAcrossAir) {
    Full tank({12, 10, 8}, {1.2f, 1, 0.8f});
    const auto is_wet = [](int i, int j, int k) { return i > 0 && i < 11 && j > 0 && j < 9 && k > 0 && k < 7; };
    for (int k = 0; k < 8; ++k)
        for (int j = 0; j < 10; ++j)
            for (int i = 0; i < 12; ++i) tank.surface[tank.grid.at(i, j, k)] = is_wet(i, j, k) ? -1 : 1;
    for (int axis = 0; axis < 3; ++axis)
        for_inner_rows(tank.grid, axis, tank.jobs,
                       [&](int first, int count) { std::fill_n(&tank.velocity.axis[axis][first], count, 1.0f); });
    tank.diffuse(100, 0.01f);
    for (int axis = 0; axis < 3; ++axis)
        for_inner_rows(tank.grid, axis, tank.jobs, [&](int first, int count) {
            for (int at = first; at < first + count; ++at)
                EXPECT_NEAR(tank.velocity.axis[axis][at], 1, 1e-4) << axis << " " << at;
        });
}

}  // namespace
}  // namespace slosh::liquid_viscosity_test
