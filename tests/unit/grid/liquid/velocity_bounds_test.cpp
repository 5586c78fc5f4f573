#include "grid/liquid/velocity_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/mac_tank.h"

namespace slosh {
namespace {

// More than one block of them, the last one not full; the velocity of the container changes between steps.
TEST(VelocityBounds, KnowsTheFastest) {
    MacTank tank;
    tank.fill(scattered(particle_block + 1001, {0, 0, 0}, {nx, ny, nz}), [](glm::vec3 x) {
        return glm::vec3(std::sin(91 * x.x), 2 * std::cos(83 * x.y), std::sin(77 * x.z) - 3);
    });
    const auto by_hand = [&] {
        float most = 0;
        for (int i = 0; i < tank.particles.count; ++i)
            for (int d = 0; d < 3; ++d) {
                const float speed = std::abs(tank.particles.v[d][i] - tank.frame.velocity[d]);
                most = std::max(most, speed * tank.frame.inv_edge[d]);
            }
        return most;
    };
    const auto known = [&] { return tank.fastest.max_cells_a_second(tank.frame, tank.particles, tank.jobs); };
    EXPECT_EQ(known(), by_hand()) << "at the start";
    Faces u;
    u.assign(tank.grid);
    for (int at = 0; at < tank.grid.size(); ++at) u.axis[1][at] = 0.3f;
    for (const float moving : {0.0f, -7.5f, 40.0f}) {
        for (int d = 0; d < 3; ++d) tank.frame.velocity[d] = moving;
        tank.take(u, 0.9f, u, nullptr, {0, 0, 0}, 0.02f);
        EXPECT_EQ(known(), by_hand()) << "the container at " << moving << " m/s";
        tank.frame.velocity[1] = moving / 2;
        EXPECT_EQ(known(), by_hand()) << "and when it slows down";
    }
    for (int d = 0; d < 3; ++d)
        for (int i = 0; i < tank.particles.count; ++i) tank.particles.v[d][i] += 0.1f * static_cast<float>(d + 1);
    tank.fastest.shift({0.1f, 0.2f, 0.1f * 3.0f});
    EXPECT_EQ(known(), by_hand()) << "all have gained as much";
    const float before = known();
    tank.particles.v[0][particle_block + 1000] = 1e4f;
    EXPECT_EQ(known(), before) << "known, not looked for";
    tank.fastest.forget();
    EXPECT_EQ(known(), by_hand());
    EXPECT_GT(known(), 1e4f);
    tank.particles.v[0][3] = -2e4f;
    tank.particles.set_count(particle_block + 1000);
    EXPECT_EQ(known(), by_hand()) << "others than were seen";
}

}  // namespace
}  // namespace slosh
