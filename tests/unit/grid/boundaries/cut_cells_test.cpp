// Cells cut by solids: open fractions and volumes against geometry, sources and velocities against the formulas.
#include "grid/boundaries/cut_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "base/random.h"
#include "support/bodies.h"

namespace slosh::cut_cells_test {
namespace {

constexpr int n = 16;
constexpr float edge = 0.1f;

// A box of 16^3 cells from the origin, with one obstacle in it.
struct CutTank {
    MacGrid grid{n, n, n, edge};
    MacFrame frame;
    Obstacles obstacles;
    CutCells cut;
    Faces open;
    Jobs jobs{3};

    explicit CutTank(const BodyDef& def) {
        for (int d = 0; d < 3; ++d) frame.edge[d] = edge, frame.inv_edge[d] = 1 / edge, frame.top[d] = n;
        open.assign(grid);
        for (int axis = 0; axis < 3; ++axis)
            for (int k = 0; k < n; ++k)
                for (int j = 0; j < n; ++j)
                    for (int i = 0; i < n; ++i) open.axis[axis][grid.at(i, j, k)] = 1;
        obstacles.start({Shape::box, glm::vec3(n * edge / 2), glm::vec3(n * edge / 2)}, {&def, 1});
        cut.resize(grid, frame);
        cut.update(obstacles, open, jobs);
    }
    // cut_divergence_target() of a constant is the open volume of each cell.
    SimdArray<float> volumes() const {
        SimdArray<float> source(grid.size());
        for (int at = 0; at < grid.size(); ++at) source[at] = 1;
        Jobs one(1);
        cut.cut_divergence_target(open, source, one);
        return source;
    }
};

TEST(CutCells, BallRemovesItsVolumeFromTheCells) {
    const CutTank tank(ball_def(0.45f, {0.83f, 0.78f, 0.81f}));
    const SimdArray<float> volume = tank.volumes();
    double removed = 0;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const float fraction = volume[tank.grid.at(i, j, k)];
                EXPECT_GE(fraction, 0);
                EXPECT_LE(fraction, 1);
                removed += 1 - static_cast<double>(fraction);
            }
    const double cell = std::pow(static_cast<double>(edge), 3), ball = 4 * M_PI / 3 * std::pow(0.45, 3);
    EXPECT_NEAR(removed * cell / ball, 1, 0.03) << "the radius is 4.5 cells; the distance is linear in a cell";
}

TEST(CutCells, BallRemovesItsCrossSectionFromAPlaneOfFaces) {
    const glm::vec3 centre(0.83f, 0.78f, 0.81f);
    const CutTank tank(ball_def(0.45f, centre));
    for (int axis = 0; axis < 3; ++axis)
        for (int plane = 6; plane < 11; ++plane) {
            double closed = 0;
            for (int a = 0; a < n; ++a)
                for (int b = 0; b < n; ++b) {
                    int coord[3];
                    coord[axis] = plane, coord[(axis + 1) % 3] = a, coord[(axis + 2) % 3] = b;
                    closed += 1 - static_cast<double>(tank.open.axis[axis][tank.grid.at(coord[0], coord[1], coord[2])]);
                }
            const double off = static_cast<double>(static_cast<float>(plane) * edge - centre[axis]);
            const double disc = M_PI * (0.45 * 0.45 - off * off);
            EXPECT_NEAR(closed * static_cast<double>(edge * edge) / disc, 1, 0.03) << "axis " << axis;
        }
}

TEST(CutCells, CellsCutByABoxKeepTheirOpenFraction) {
    const CutTank tank(
        body_def(BodyShape::box, {0.325f, 0.35f, 0.35f}, {0.8f, 0.8f, 0.8f}));  // along x from 0.475 to 1.125
    const SimdArray<float> volume = tank.volumes();
    EXPECT_NEAR(volume[tank.grid.at(4, 8, 8)], 0.75f, 1e-3);
    EXPECT_NEAR(volume[tank.grid.at(11, 8, 8)], 0.75f, 1e-3);
    EXPECT_EQ(volume[tank.grid.at(8, 8, 8)], 0);
    EXPECT_EQ(volume[tank.grid.at(1, 8, 8)], 1);
    EXPECT_NEAR(tank.open.axis[1][tank.grid.at(4, 8, 8)], 0.75f, 1e-3);
    EXPECT_EQ(tank.open.axis[0][tank.grid.at(8, 8, 8)], 0);
}

// The flux through the closed fractions around a solid that moves as a whole: its sum over all cells is 0.
TEST(CutCells, InflowBehindAMovingSolidEqualsTheOutflowAhead) {
    BodyDef def = ball_def(0.45f, {0.83f, 0.78f, 0.81f});
    def.period = 1, def.oscillation = {0.2f, 0, 0};
    CutTank tank(def);
    tank.obstacles.advance(0.01f, {}), tank.obstacles.update_local_bodies({});
    tank.cut.update(tank.obstacles, tank.open, tank.jobs);
    const float speed = tank.obstacles.bodies()[0].velocity.x;
    ASSERT_GT(speed, 0.1f);
    SimdArray<float> source(tank.grid.size());
    tank.cut.cut_divergence_target(tank.open, source, tank.jobs);
    double all = 0, ahead = 0;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const double s = static_cast<double>(source[tank.grid.at(i, j, k)]);
                all += s;
                if (i >= 9) ahead += s;
            }
    // The cells ahead of the plane x = 0.9 lose what crosses the ball's section there.
    const double centre = static_cast<double>(tank.obstacles.bodies()[0].position.x), off = 0.9 - centre;
    const double section = M_PI * (0.45 * 0.45 - off * off) / static_cast<double>(edge * edge);
    EXPECT_NEAR(all, 0, 1e-2 * std::abs(ahead));
    EXPECT_NEAR(std::abs(ahead) * static_cast<double>(edge) / (static_cast<double>(speed) * section), 1, 0.04);
}

TEST(CutCells, InAFullTankTheDensityIsOneNextToTheSolid) {
    CutTank tank(ball_def(0.45f, {0.83f, 0.78f, 0.81f}));
    SimdArray<float> density(tank.grid.size()), surface(tank.grid.size(), -1);
    // A uniform density of 1, from before the division by the capacity.
    for (int at = 0; at < tank.grid.size(); ++at) density[at] = 1;
    tank.cut.divide_by_capacity(tank.open, density, tank.jobs);
    const SimdArray<float> volume = tank.volumes();
    for (int k = 1; k < n - 1; ++k)
        for (int j = 1; j < n - 1; ++j)
            for (int i = 1; i < n - 1; ++i) {
                const int at = tank.grid.at(i, j, k);
                if (glm::length(glm::vec3(i, j, k) - glm::vec3(7.8f, 7.3f, 7.6f)) > 7.5f) {
                    EXPECT_NEAR(density[at], 1, 1e-6) << "far from the solid";
                } else if (volume[at] > 0) {
                    EXPECT_GE(density[at], 1 - 1e-6) << "the same particles in a smaller volume";
                }
            }
}

TEST(CutCells, ParticlesInASolidAreProjectedOutAndLoseTheirInwardSpeed) {
    const glm::vec3 centre(0.83f, 0.78f, 0.81f);
    CutTank tank(ball_def(0.45f, centre));
    Random random(8);
    InitialParticles start;
    for (int i = 0; i < 500; ++i) {
        glm::vec3 from, v;
        for (int d = 0; d < 3; ++d) from[d] = random.uniform(-1, 1), v[d] = random.uniform(-1, 1);
        // Within a cell below the surface.
        start.position.push_back(centre + glm::normalize(from) * random.uniform(0.36f, 0.6f));
        start.velocity.push_back(v), start.kind.push_back(0);
    }
    FlipParticles p;
    p.start_from(start, 500);
    tank.cut.push_particles_out(tank.frame, tank.obstacles, p, tank.jobs);
    for (int i = 0; i < 500; ++i) {
        const auto k = static_cast<size_t>(i);
        const glm::vec3 before = start.position[k] - centre, v = start.velocity[k];
        const glm::vec3 x(p.x[0][i], p.x[1][i], p.x[2][i]), now(p.v[0][i], p.v[1][i], p.v[2][i]);
        EXPECT_GT(glm::length(x - centre), 0.44f) << i;
        if (glm::length(before) > 0.47f) {
            EXPECT_EQ(x, start.position[k]) << "particles outside do not move";
            EXPECT_EQ(now, v);
        } else if (glm::length(before) < 0.43f) {
            EXPECT_GT(glm::dot(glm::normalize(x - centre), glm::normalize(before)), 0.98f)
                << "along the shortest direction";
            EXPECT_GT(glm::dot(now, glm::normalize(x - centre)), -0.15f);
        }
    }
}

// Every field at an entry of the grid.
std::array<float, 7> fields_at(const CutCells& cut, const Faces& open, int at) {
    return {open.axis[0][at],
            open.axis[1][at],
            open.axis[2][at],
            cut.capacity().capacities()[at],
            cut.capacity().open_volume(at),
            cut.distance()[at],
            static_cast<float>(cut.owner()[at])};
}

// A body moves past: what it has left alone is not computed again, and yet is what a new computation gives.
void expect_as_new(const MacGrid& grid, const Walls& walls, std::span<const BodyDef> bodies) {
    MacFrame frame;
    const int top[3] = {grid.nx, grid.ny, grid.nz};
    for (int d = 0; d < 3; ++d)
        frame.edge[d] = edge, frame.inv_edge[d] = 1 / edge, frame.top[d] = static_cast<float>(top[d]);
    Jobs jobs(3);
    Obstacles obstacles;
    obstacles.start(walls, bodies);
    CutCells cut;
    Faces open;
    cut.resize(grid, frame), open.assign(grid);
    int differing_steps = 0;
    for (int step = 0; step < 14; ++step) {
        const float way = static_cast<float>(step) / 13;
        const BodyDef ball = ball_def(0.31f, walls.centre + glm::vec3(1.4f * way - 0.7f, 0.2f * way, 0.1f));
        obstacles.set_user_obstacle(step < 3 || step == 9 ? nullptr : &ball);
        obstacles.advance(1.0f / 30, {});
        obstacles.integrate_velocities(1.0f / 30, {0.5f, -2, 0.3f}, {});
        std::vector<std::array<float, 7>> before;
        for (int at = 0; at < grid.size(); ++at) before.push_back(fields_at(cut, open, at));
        cut.update(obstacles, open, jobs);
        CutCells again;
        Faces anew;
        again.resize(grid, frame), anew.assign(grid);
        again.update(obstacles, anew, jobs);
        SimdArray<uint8_t> near(grid.size()), scratch(grid.size());
        cut.find_changed(near, scratch);
        int differing = 0;
        for (int at = 0; at < grid.size(); ++at) {
            const auto now = fields_at(cut, open, at);
            ASSERT_EQ(now, fields_at(again, anew, at)) << "step " << step << ", entry " << at;
            const bool differs = now != before[static_cast<size_t>(at)];
            ASSERT_TRUE(!differs || near[at] != 0) << "step " << step << ", entry " << at;
            differing += differs;
        }
        differing_steps += differing > 0;
    }
    EXPECT_GT(differing_steps, 10) << "the bodies move";
    SimdArray<uint8_t> near(grid.size()), scratch(grid.size());
    cut.update(obstacles, open, jobs);
    cut.find_changed(near, scratch);
    EXPECT_EQ(std::ranges::count(near.view(), 0), grid.size()) << "nothing has moved";
}

TEST(CutCells, MovingBodiesLeaveWhatANewComputationGives) {
    const glm::vec3 half(4, 0.6f, 0.5f);
    BodyDef box = dynamic_body(BodyShape::box, {0.2f, 0.1f, 0.15f}, {2.6f, 0.8f, 0.5f}, 600);
    box.angular_velocity = {1, 2, 3};
    const BodyDef bodies[] = {body_def(BodyShape::box, {0.9f, 0.2f, 0.5f}, {7, 0.2f, 0.5f}), box,
                              dynamic_body(BodyShape::capsule, {0.1f, 0.2f, 0.1f}, {3.4f, 0.9f, 0.4f}, 600),
                              body_def(BodyShape::cylinder, {0.2f, 0.3f, 0.2f}, {4.4f, 0.3f, 0.5f})};
    expect_as_new({80, 12, 10, edge}, {Shape::box, half, half}, bodies);
    const glm::vec3 radius(n * edge / 2);
    expect_as_new({n, n, n, edge}, {Shape::circle, radius, radius}, {});
}

}  // namespace
}  // namespace slosh::cut_cells_test
