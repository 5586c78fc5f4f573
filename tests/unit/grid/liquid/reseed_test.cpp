// Reseeding moves particles from crowded to sparse cells and keeps their number.
#include "grid/liquid/reseed.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/mac_tank.h"

namespace slosh::liquid_reseed_test {
namespace {

constexpr Reseeding::Bounds bounds{4, 10};

// 30 particles in one cell, 2 in another, 8 in a third.
struct Uneven : MacTank {
    Faces velocity;
    GridInflowOutflow flow;
    Reseeding reseeding;

    Uneven() {
        std::vector<glm::vec3> coords;
        for (const auto& [cell, count] : {std::pair(glm::vec3(2, 2, 2), 30), {{5, 3, 2}, 2}, {{4, 4, 4}, 8}})
            for (const glm::vec3 coord : scattered(count, cell, cell + glm::vec3(1))) coords.push_back(coord);
        fill(coords, linear_velocity);
        velocity.assign(grid);
        for (int axis = 0; axis < 3; ++axis)
            for (int k = -1; k <= nz; ++k)
                for (int j = -1; j <= ny; ++j)
                    for (int i = -1; i <= nx; ++i) {
                        glm::vec3 x(i, j, k);
                        for (int d = 0; d < 3; ++d)
                            x[d] = frame.corner[d] + (x[d] + (d == axis ? 0 : 0.5f)) * frame.edge[d];
                        velocity.axis[axis][grid.at(i, j, k)] = linear_velocity(x)[axis];
                    }
        flow = GridInflowOutflow({}, 0.05f, particles.count, 1000);
    }
    // Particles by cell.
    std::map<int, int> counts() const {
        std::map<int, int> found;
        for (int slot = 0; slot < particles.count; ++slot) {
            const glm::ivec3 cell = cell_coord(slot);
            ++found[grid.at(cell.x, cell.y, cell.z)];
        }
        return found;
    }
    template <class Inside>
    bool run(Inside&& inside, uint64_t step = 1) {
        return reseeding.run(layout, sorted, velocity, liquid_reseed_test::bounds, step, flow, inside);
    }
};

TEST(Reseeding, MovesParticlesFromCrowdedToSparseCells) {
    Uneven tank;
    const int full = tank.grid.at(2, 2, 2), thin = tank.grid.at(5, 3, 2), right = tank.grid.at(4, 4, 4);
    const auto listed = [&](int cell) { return cell == full || cell == thin || cell == right; };
    EXPECT_TRUE(tank.run(listed));
    auto counts = tank.counts();
    EXPECT_EQ(tank.particles.count, 40) << "none is added or lost";
    EXPECT_EQ(counts[thin], bounds.min);
    EXPECT_EQ(counts[full], 28);
    EXPECT_EQ(counts[right], 8) << "within its bounds";
}

TEST(Reseeding, MovedParticlesHaveNewIdsAndTheVelocityOfTheGrid) {
    Uneven tank;
    const int thin = tank.grid.at(5, 3, 2);
    tank.particles.keep_slopes(true);
    EXPECT_TRUE(tank.run([&](int cell) { return cell == thin || cell == tank.grid.at(2, 2, 2); }));
    std::set<uint32_t> ids;
    int moved = 0;
    for (int slot = 0; slot < tank.particles.count; ++slot) {
        ids.insert(tank.particles.id[slot]);
        if (tank.particles.id[slot] < 40) continue;
        ++moved;
        const glm::ivec3 cell = tank.cell_coord(slot);
        EXPECT_EQ(tank.grid.at(cell.x, cell.y, cell.z), thin);
        const glm::vec3 expected = linear_velocity(tank.at(slot));
        for (int d = 0; d < 3; ++d) EXPECT_NEAR(tank.particles.v[d][slot], expected[d], 1e-5);
        EXPECT_NEAR(tank.particles.slope[0][0][slot], 2, 1e-4) << "and its gradient";
        EXPECT_NEAR(tank.particles.slope[2][2][slot], 2, 1e-4);
    }
    EXPECT_EQ(moved, 2);
    EXPECT_EQ(ids.size(), 40u) << "no id twice";
}

TEST(Reseeding, SurfaceCellsAreUnchanged) {
    Uneven tank;
    const int full = tank.grid.at(2, 2, 2);
    EXPECT_FALSE(tank.run([&](int) { return false; }));
    EXPECT_FALSE(tank.run([&](int cell) { return cell == full; })) << "no cell lacks any";
    EXPECT_EQ(tank.counts()[full], 30);
}

TEST(Reseeding, BoundsAreMissedWhereSurplusParticlesRunOut) {
    Uneven tank;
    EXPECT_TRUE(tank.run([](int) { return true; })) << "every empty cell of the tank lacks four";
    auto counts = tank.counts();
    EXPECT_EQ(tank.particles.count, 40);
    EXPECT_EQ(counts[tank.grid.at(2, 2, 2)], bounds.max);
    for (const auto& [cell, count] : counts) EXPECT_LE(count, bounds.max);
}

TEST(Reseeding, TheChoiceDependsOnTheStep) {
    Uneven a, b, c;
    const auto all = [](int) { return true; };
    a.run(all, 1), b.run(all, 1), c.run(all, 2);
    int same = 0;
    for (int slot = 0; slot < 40; ++slot) {
        EXPECT_EQ(a.particles.x[0][slot], b.particles.x[0][slot]);
        same += a.particles.x[0][slot] == c.particles.x[0][slot];
    }
    EXPECT_LT(same, 40);
}

}  // namespace
}  // namespace slosh::liquid_reseed_test
