#include "render/debug/cell_occupancy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "scenes/scene.h"

namespace slosh::cell_occupancy_test {
namespace {

TEST(CellOccupancy, EveryParticleIsInOneCell) {
    for (const char* name : {"blobs", "dam-break", "tank-3d"}) {
        Scene scene = *find_scene(name);
        ASSERT_EQ(set_param(scene, "particles", "900").status, SetResult::ok);
        Jobs jobs;
        const auto solver = make_solver(scene, jobs);
        const ParticleView p = solver->particles();
        CellOccupancy cells;
        count_cells(p, scene.domain.walls, {0.1f, 0, 0}, cells);
        EXPECT_EQ(std::accumulate(cells.counts.begin(), cells.counts.end(), 0), 900) << name;
        EXPECT_EQ(*std::max_element(cells.counts.begin(), cells.counts.end()), cells.max_count) << name;
        const float support = p.support > 0 ? p.support : 4 * p.radius;
        EXPECT_GE(cells.size.x, support * 0.999f) << name << ": neighbours are at most one cell apart";
        EXPECT_LT(cells.size.x, 2 * support) << name;
    }
}

TEST(CellOccupancy, ParticlesOutsideCountAtTheEdgeAndNaNInNoCell) {
    std::vector<float> x{-0.9f, -0.8f, 0.9f, 5, std::nanf("")}, y{-0.9f, -0.9f, 0.9f, 0.9f, 0};
    ParticleView p;
    p.count = 5;
    p.x = x;
    p.y = y;
    p.support = 0.5f;
    Walls walls;
    CellOccupancy cells;
    count_cells(p, walls, {0, 0, 0}, cells);
    ASSERT_EQ(cells.across, 4);
    ASSERT_EQ(cells.along, 4);
    EXPECT_EQ(cells.at(0, 0), 2);
    EXPECT_EQ(cells.at(3, 3), 2) << "a particle outside counts at the edge";
    EXPECT_EQ(cells.max_count, 2);
    count_cells(p, walls, {-1, 0, 0}, cells);
    EXPECT_EQ(cells.at(2, 0), 2) << "the grid moves with the container";
}

}  // namespace
}  // namespace slosh::cell_occupancy_test
