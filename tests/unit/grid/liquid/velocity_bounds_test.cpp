#include "grid/liquid/velocity_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/mac_tank.h"

namespace slosh::velocity_bounds_test {
namespace {

// More than one block, the last one partly filled; the velocity of the container changes between steps.
TEST(VelocityBounds, AdvectionReturnsTheRange) {
    MacTank tank;
    tank.fill(scattered(particle_block + 1001, {0, 0, 0}, {nx, ny, nz}), [](glm::vec3 x) {
        return glm::vec3(std::sin(91 * x.x), 2 * std::cos(83 * x.y), std::sin(77 * x.z) - 3);
    });
    const auto by_hand = [&] {
        float max_rate = 0;
        for (int i = 0; i < tank.particles.count; ++i)
            for (int d = 0; d < 3; ++d) {
                const float speed = std::abs(tank.particles.v[d][i] - tank.frame.velocity[d]);
                max_rate = std::max(max_rate, speed * tank.frame.inv_edge[d]);
            }
        return max_rate;
    };
    const auto measured = [&] {
        return tank.scratch.velocity_bounds.measure(tank.particles, tank.jobs).max_cell_rate(tank.frame);
    };
    EXPECT_EQ(measured(), by_hand()) << "at the start";
    Faces u;
    u.assign(tank.grid);
    for (int at = 0; at < tank.grid.size(); ++at) u.axis[1][at] = 0.3f;
    for (const float moving : {0.0f, -7.5f, 40.0f}) {
        for (int d = 0; d < 3; ++d) tank.frame.velocity[d] = moving;
        tank.take(u, 0.9f, u, nullptr, {0, 0, 0}, 0.02f);
        EXPECT_EQ(tank.range.count, tank.particles.count);
        EXPECT_EQ(tank.range.max_cell_rate(tank.frame), by_hand()) << "the container at " << moving << " m/s";
        tank.frame.velocity[1] = moving / 2;
        EXPECT_EQ(tank.range.max_cell_rate(tank.frame), by_hand()) << "and when it slows down";
    }
    for (int d = 0; d < 3; ++d)
        for (int i = 0; i < tank.particles.count; ++i) tank.particles.v[d][i] += 0.1f * static_cast<float>(d + 1);
    tank.range.offset({0.1f, 0.2f, 0.1f * 3.0f});
    EXPECT_EQ(tank.range.max_cell_rate(tank.frame), by_hand()) << "all have gained the same";
    tank.particles.v[0][particle_block + 1000] = 1e4f;
    EXPECT_EQ(measured(), by_hand());
    EXPECT_GT(measured(), 1e4f);
    tank.particles.set_count(0);
    EXPECT_EQ(measured(), 0) << "no particles";
}

}  // namespace
}  // namespace slosh::velocity_bounds_test
