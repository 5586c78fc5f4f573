#include "grid/liquid/g2p_advection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "support/mac_tank.h"

namespace slosh::g2p_advection_test {
namespace {

TEST(G2pAdvection, FlipAddsTheChangeOfTheGridVelocity) {
    MacTank tank;
    tank.fill(scattered(500, {0, 0, 0}, {nx, ny, nz}), linear_velocity);
    Faces gained;
    gained.assign(tank.grid);
    for (SimdArray<float>& a : gained.axis)
        for (int at = 0; at < tank.grid.size(); ++at) a[at] = 0.5f;
    SimdArray<uint8_t> isolated(tank.grid.size());
    const int isolated_cell = tank.grid.at(3, 3, 3);
    isolated[isolated_cell] = 1;
    const FlipParticles before = tank.particles;
    Faces velocity;
    velocity.assign(tank.grid);
    for (int axis = 0; axis < 3; ++axis)
        for (int at = 0; at < tank.grid.size(); ++at) velocity.axis[axis][at] = static_cast<float>(axis) - 3;
    tank.take(gained, 0.9f, velocity, isolated.data(), {0, -2, 0}, 1e-4f);
    for (int slot = 0; slot < before.count; ++slot) {
        const bool is_isolated = slot >= tank.cells.begin(isolated_cell) && slot < tank.cells.end(isolated_cell);
        for (int d = 0; d < 3; ++d) {
            const float was = before.v[d][slot],
                        expected = is_isolated ? was + (d == 1 ? -2.0f : 0.0f) : 0.9f * was + 0.5f;
            EXPECT_NEAR(tank.particles.v[d][slot], expected, 1e-5);
            // Velocities are those at the end of the step: what gravity has added counts by half.
            const FreeFall fall({0, -2, 0}, 1e-4f);
            const float falling = d == 1 ? fall.part(splat(-2 * (expected - was)))[0] : 0;
            const float displacement = is_isolated ? 0 : (static_cast<float>(d) - 3 + falling) * 1e-4f;
            const float wall = tank.frame.corner[d] + 1e-3f * tank.frame.edge[d];
            const float to = before.x[d][slot] + displacement;
            EXPECT_NEAR(tank.particles.x[d][slot], is_isolated ? to : std::max(to, wall), 1e-5);
        }
    }
}

TEST(G2pAdvection, AdvectionHasTheOrderOfItsScheme) {
    MacTank tank;
    for (int d = 0; d < 3; ++d) tank.frame.edge[d] = tank.frame.inv_edge[d] = 1, tank.frame.corner[d] = 0;
    Faces u;
    u.assign(tank.grid);
    // A rotation around (4.5, 3.5) by 1 rad/s.
    for (int k = -1; k <= nz; ++k)
        for (int j = -1; j <= ny; ++j)
            for (int i = -1; i <= nx; ++i) {
                u.axis[0][tank.grid.at(i, j, k)] = 3.5f - (static_cast<float>(j) + 0.5f);
                u.axis[1][tank.grid.at(i, j, k)] = static_cast<float>(i) + 0.5f - 4.5f;
            }
    const auto error_of = [&](Advection scheme, float dt) {
        tank.fill({{6.5f, 3.5f, 3}}, still);
        grid_to_particles_and_advect(tank.layout, {.velocity = u, .layers = layers},
                                     {.scheme = scheme, .dt = dt, .gravity_dt = {1, 1, 1}}, tank.sorted, tank.scratch,
                                     tank.jobs);
        const glm::vec3 alone = tank.at(0);
        for (const SimdArray<float>& v : tank.particles.v) EXPECT_EQ(v[0], 0) << "no energy gained";
        tank.fill({{6.5f, 3.5f, 3}}, still);
        tank.take(u, 0, u, nullptr, {0, 0, 0}, dt, scheme);
        EXPECT_EQ(glm::length(tank.at(0) - alone), 0) << "a velocity delta does not change the path";
        const glm::vec3 off = tank.at(0) - glm::vec3(4.5f + 2 * std::cos(dt), 3.5f + 2 * std::sin(dt), 3);
        return std::sqrt(static_cast<double>(glm::dot(off, off)));
    };
    double expected_ratio = 4;  // of the errors of one step and of one half as long
    for (const Advection scheme : {Advection::euler, Advection::rk2, Advection::rk3}) {
        const double whole = error_of(scheme, 0.4f), half = error_of(scheme, 0.2f);
        std::printf("%s: off by %.2e cells, of half the step %.2e\n",
                    std::string(advection_names[static_cast<size_t>(scheme)]).c_str(), whole, half);
        EXPECT_GT(whole / half, 0.9 * expected_ratio);
        EXPECT_LT(whole / half, 1.1 * expected_ratio);
        expected_ratio *= 2;
    }
    // A wall stops the particle and removes its velocity towards the wall.
    tank.fill({{8.9f, 3.5f, 3}}, [](glm::vec3) { return glm::vec3(5, 1, 0); });
    SimdArray<uint8_t> isolated(tank.grid.size());
    isolated[tank.grid.at(8, 3, 3)] = 1;
    const glm::vec3 before = tank.at(0);
    tank.take(u, 0, u, isolated.data(), {0, 0, 0}, 0.5f);
    EXPECT_EQ(glm::length(tank.at(0) - before), 0) << "isolated particles are integrated separately";
    const auto integrate = [&](float dt) {
        return integrate_isolated_particles(tank.layout, {.dt = dt, .isolated = isolated.data()}, tank.sorted,
                                            tank.jobs);
    };
    EXPECT_FALSE(integrate(0.01f));
    EXPECT_TRUE(integrate(0.49f));
    EXPECT_LT(tank.at(0).x, 9);
    EXPECT_GT(tank.at(0).x, 8.99f);
    EXPECT_NEAR(tank.at(0).y, 4, 1e-5);
    EXPECT_EQ(tank.particles.v[0][0], 0);
    EXPECT_EQ(tank.particles.v[1][0], 1);
}

// A velocity that has gained g dt belongs to the end of the step; the path is that of constant acceleration.
TEST(G2pAdvection, FreeFallIsExact) {
    constexpr float dt = 0.1f;
    const glm::vec3 gravity_dt{0, -2, 0};
    for (const bool is_isolated : {false, true}) {
        MacTank tank;
        tank.fill({{4.5f, 6.5f, 3.5f}}, [](glm::vec3) { return glm::vec3(0); });
        SimdArray<uint8_t> isolated(tank.grid.size());
        isolated[tank.grid.at(4, 6, 3)] = is_isolated;
        Faces fallen;
        fallen.assign(tank.grid);
        for (int at = 0; at < tank.grid.size(); ++at) fallen.axis[1][at] = gravity_dt.y;
        const float y = tank.at(0).y;
        tank.take(fallen, 1, fallen, isolated.data(), gravity_dt, dt);
        if (is_isolated)
            integrate_isolated_particles(tank.layout, {.dt = dt, .gravity_dt = gravity_dt, .isolated = isolated.data()},
                                         tank.sorted, tank.jobs);
        EXPECT_NEAR(tank.at(0).y - y, 0.5f * dt * gravity_dt.y, 1e-5f) << is_isolated;
        EXPECT_NEAR(tank.particles.v[1][0], gravity_dt.y, 1e-5f);
    }
}

}  // namespace
}  // namespace slosh::g2p_advection_test
