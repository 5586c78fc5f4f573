// A rigid rotation in a full round tank: what P2G makes of it beside the wall, and what RoundWall gives back.
#include "grid/boundaries/round_wall.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <vector>

#include "grid/boundaries/cut_cells.h"
#include "grid/grid_layout.h"
#include "grid/liquid/p2g.h"

namespace slosh::round_wall_test {
namespace {

// Many particles in a fine lattice: without noise.
struct FullTank {
    static constexpr float radius = 0.7f;
    const glm::vec3 centre{0.3f, -0.2f, 0.5f};
    const glm::vec3 rotation{0.8f, -1.1f, 0.6f};  // rad/s
    GridLayout layout;
    Obstacles obstacles;
    CutCells cut;
    Faces open, velocity, weight;
    Jobs jobs{2};

    explicit FullTank(int cells_across) {
        const Walls walls{Shape::circle, glm::vec3(radius), centre};
        const float edge = 2 * radius / static_cast<float>(cells_across);
        const float volume = 4.18879f * radius * radius * radius;
        layout =
            lay_out_grid(walls, static_cast<double>(volume), static_cast<int>(8 * volume / (edge * edge * edge)), 0, 8);
        layout.set_centre(centre);
        for (Faces* faces : {&open, &velocity, &weight}) faces->assign(layout.grid);
        obstacles.start(walls, {});
        cut.resize(layout.grid, layout.frame);
        cut.update(obstacles, open, jobs);
        InitialParticles start;
        const int points = 8 * cells_across;  // along each axis
        for (int n = 0; n < points * points * points; ++n) {
            const glm::vec3 x = (glm::vec3(n % points, n / points % points, n / (points * points)) + 0.5f) *
                                    (2.0f / static_cast<float>(points)) -
                                1.0f;
            if (glm::dot(x, x) > 1) continue;
            start.position.push_back(centre + radius * x);
            start.velocity.push_back(rotated(start.position.back()));
            start.kind.push_back(0);
        }
        FlipParticles loose;
        SortedParticles sorted;
        TransferScratch scratch;
        loose.start_from(start, start.count());
        sorted.front.resize(loose.count);
        sorted.cells.sort(layout.grid, layout.frame, loose, sorted.front, jobs);
        scratch.assign(layout.grid);
        particles_to_grid(layout, sorted, velocity, weight, scratch, jobs);
    }
    glm::vec3 rotated(glm::vec3 x) const { return glm::cross(rotation, x - centre); }
    glm::vec3 face_centre(int axis, int face) const { return cut.face_centre(axis, face); }
};

// Without the change the velocities are too small, most of all where a face lies outside of the wall.
TEST(RoundWall, GivesFacesTheVelocityOfARigidRotation) {
    for (const int across : {8, 13}) {
        const FullTank tank(across);
        for (int axis = 0; axis < 3; ++axis) {
            double before = 0, after = 0, least = 1, most = 0;
            int count = 0;
            for (const RoundWall::Term& term : tank.cut.round_wall().change_to_centre(axis)) {
                const float weight = tank.weight.axis[axis][term.at];
                if (weight < 5) continue;  // noise
                const double exact = static_cast<double>(tank.rotated(tank.face_centre(axis, term.at))[axis]),
                             u = static_cast<double>(tank.velocity.axis[axis][term.at]),
                             change = static_cast<double>(term.value(tank.layout.grid, tank.velocity));
                before += (u - exact) * (u - exact);
                after += (u + change - exact) * (u + change - exact);
                least = std::min(least, static_cast<double>(term.full));
                most = std::max(most, static_cast<double>(term.full));
                ++count;
            }
            EXPECT_GT(count, 100);
            EXPECT_LT(after, 0.04 * before) << across << " cells, axis " << axis;
            EXPECT_LT(least, 0.1);
            EXPECT_GT(most, 0.99);
        }
    }
}

// What is left is that of a rotation about the normal of the wall, which a cell inside does not show.
TEST(RoundWall, FindsTheDivergenceOfARigidRotation) {
    for (const int across : {8, 13}) {
        const FullTank tank(across);
        const MacGrid& grid = tank.layout.grid;
        double before = 0, after = 0;
        for (const RoundWall::Term& term : tank.cut.round_wall().divergence()) {
            double divergence = 0;
            for (int axis = 0; axis < 3; ++axis) {
                const auto flux = [&](int face) {
                    return static_cast<double>(tank.open.axis[axis][face] * tank.velocity.axis[axis][face]);
                };
                divergence += (flux(term.at + grid.stride(axis)) - flux(term.at)) /
                              static_cast<double>(tank.layout.frame.edge[axis]);
            }
            const double rest = divergence - static_cast<double>(term.value(grid, tank.velocity));
            before += divergence * divergence;
            after += rest * rest;
        }
        EXPECT_GT(before, 0);
        EXPECT_LT(after, 0.12 * before) << across << " cells";
    }
}

TEST(RoundWall, HasNoTermsInABox) {
    Obstacles obstacles;
    const Walls walls{Shape::box, {1, 1, 1}, {0, 0, 0}};
    const GridLayout layout = lay_out_grid(walls, 8, 4000, 0, 8);
    obstacles.start(walls, {});
    CutCells cut;
    Faces open;
    Jobs jobs(1);
    open.assign(layout.grid);
    cut.resize(layout.grid, layout.frame);
    cut.update(obstacles, open, jobs);
    EXPECT_TRUE(cut.round_wall().divergence().empty());
    for (int axis = 0; axis < 3; ++axis) EXPECT_TRUE(cut.round_wall().change_to_centre(axis).empty());
}

}  // namespace
}  // namespace slosh::round_wall_test
