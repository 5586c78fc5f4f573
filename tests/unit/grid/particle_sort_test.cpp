#include "grid/particle_sort.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/mac_tank.h"

namespace slosh::particle_sort_test {
namespace {

TEST(ParticleSort, SortsParticlesByCell) {
    MacTank tank;
    tank.fill(scattered(3000, {-1, 0, 0}, {nx + 1, ny, nz}), still);  // some are outside
    int seen = 0;
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) {
                const int cell = tank.grid.at(i, j, k);
                uint32_t last = 0;
                for (int slot = tank.cells.begin(cell); slot < tank.cells.end(cell); ++slot, ++seen) {
                    const glm::vec3 coord = tank.cell_coord(slot);
                    EXPECT_EQ(std::min(static_cast<int>(coord.x), nx - 1), i);
                    EXPECT_EQ(static_cast<int>(coord.y), j);
                    EXPECT_EQ(static_cast<int>(coord.z), k);
                    EXPECT_GE(tank.particles.id[slot], last) << "a stable sort";
                    last = tank.particles.id[slot];
                }
            }
    EXPECT_EQ(seen, 3000);
    std::vector<uint32_t> ids(tank.particles.id.view().begin(), tank.particles.id.view().end());
    std::sort(ids.begin(), ids.end());
    for (uint32_t i = 0; i < 3000; ++i) ASSERT_EQ(ids[i], i);
}

// After a sort the particles of each part lie in few planes; one that is appended at the end may be in any cell.
TEST(ParticleSort, SortsAgainAfterAStep) {
    MacTank tank;
    tank.fill(scattered(3000, {0, 0, 0}, {nx, ny, nz}), still);
    Random random(6);
    for (int d = 0; d < 3; ++d)
        for (int slot = 0; slot < 3000; ++slot)
            tank.particles.x[d][slot] += random.uniform(-0.4f, 0.4f) * tank.frame.edge[d];
    const glm::vec3 corner(tank.frame.corner[0], tank.frame.corner[1], tank.frame.corner[2]);
    tank.particles.put(2999, corner, {0, 0, 0}, 7777, 0);
    FlipParticles sorted;
    sorted.resize(3000);
    tank.cells.sort(tank.grid, tank.frame, tank.particles, sorted, tank.jobs);
    std::vector<std::vector<uint32_t>> expected(static_cast<size_t>(tank.grid.size()));
    for (int slot = 0; slot < 3000; ++slot) {
        const glm::ivec3 c = glm::min(glm::ivec3(tank.cell_coord(slot)), glm::ivec3(nx - 1, ny - 1, nz - 1));
        expected[static_cast<size_t>(tank.grid.at(c.x, c.y, c.z))].push_back(tank.particles.id[slot]);
    }
    for (int cell = 0; cell < tank.grid.size(); ++cell) {
        const auto& here = expected[static_cast<size_t>(cell)];
        ASSERT_EQ(tank.cells.count(cell), static_cast<int>(here.size()));
        for (size_t n = 0; n < here.size(); ++n)
            ASSERT_EQ(sorted.id[tank.cells.begin(cell) + static_cast<int>(n)], here[n]);
    }
}

TEST(ParticleSort, MarksRowsNearParticles) {
    MacTank tank;
    tank.fill({{0.5f, 0.5f, 0.5f}, {2.5f, static_cast<float>(ny) - 0.5f, static_cast<float>(nz) - 0.5f}}, still);
    for (const int rows : {1, 2, 3})
        for (int k = -1; k <= nz; ++k)
            for (int j = -1; j <= ny; ++j) {
                const bool near_first = j <= rows && k <= rows, near_last = j >= ny - 1 - rows && k >= nz - 1 - rows;
                EXPECT_EQ(tank.cells.any_around(tank.grid, j, k, rows), near_first || near_last)
                    << rows << " rows from row " << j << " of plane " << k;
            }
}

}  // namespace
}  // namespace slosh::particle_sort_test
