#include "render/scene3d/surface_particles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace slosh::surface_particles_test {
namespace {

constexpr float spacing = 0.05f;

struct Tank {
    Walls walls{.shape = Shape::box, .half = {1, 0.6f, 0.5f}};
    std::vector<float> x, y, z;

    // A lattice in the part of the container where `is_fluid`.
    template <class IsFluid>
    explicit Tank(IsFluid is_fluid, glm::vec3 container = {}) {
        for (float i = -walls.half.x + spacing / 2; i < walls.half.x; i += spacing)
            for (float j = -walls.half.y + spacing / 2; j < walls.half.y; j += spacing)
                for (float k = -walls.half.z + spacing / 2; k < walls.half.z; k += spacing)
                    if (is_fluid(glm::vec3(i, j, k)))
                        x.push_back(i + container.x), y.push_back(j + container.y), z.push_back(k + container.z);
    }

    ParticleView view() const {
        ParticleView p;
        p.count = static_cast<int>(x.size()), p.dimensions = 3;
        p.x = x, p.y = y, p.z = z;
        p.radius = spacing / 2;
        return p;
    }
    glm::vec3 at(size_t i) const { return {x[i], y[i], z[i]}; }
};

constexpr auto below_the_surface = [](glm::vec3 at) { return at.y < 0.1f; };

// The distance to the free surface at y = 0.1, or to the panes that the eye sees.
float to_sight(glm::vec3 at, const Walls& walls, glm::vec3 eye) {
    float gap = 0.1f - at.y;
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(eye[axis]) > walls.half[axis])
            gap = std::min(gap, eye[axis] > 0 ? walls.half[axis] - at[axis] : walls.half[axis] + at[axis]);
    return gap;
}

TEST(SurfaceParticles, AreThoseNearAirAndNearThePanesThatTheEyeSees) {
    for (const glm::vec3 eye : {glm::vec3(0, 0, 4), glm::vec3(-3, 2, 3), glm::vec3(3, 2, -3), glm::vec3(0, -3, 0)})
        for (const glm::vec3 container : {glm::vec3(0), glm::vec3(0.37f, -0.2f, 5)}) {
            const Tank tank(below_the_surface, container);
            SurfaceParticles surface;
            ASSERT_TRUE(surface.find(tank.view(), tank.walls, container, eye + container, 0.01f));
            const std::set<uint32_t> found(surface.slots().begin(), surface.slots().end());
            ASSERT_EQ(found.size(), surface.slots().size()) << "each slot once";
            EXPECT_TRUE(std::is_sorted(surface.slots().begin(), surface.slots().end()));
            for (uint32_t i = 0; i < tank.x.size(); ++i) {
                const float gap = to_sight(tank.at(i) - container, tank.walls, eye);
                EXPECT_TRUE(gap > 3 * spacing || found.contains(i)) << "gap " << gap;
                EXPECT_FALSE(gap > 8 * spacing && found.contains(i)) << "gap " << gap;
            }
        }
}

TEST(SurfaceParticles, SurroundABubble) {
    const auto in_bubble = [](glm::vec3 at) { return glm::length(at + glm::vec3(0, 0.2f, 0)) < 0.15f; };
    const Tank tank([&](glm::vec3 at) { return below_the_surface(at) && !in_bubble(at); });
    SurfaceParticles surface;
    ASSERT_TRUE(surface.find(tank.view(), tank.walls, {}, {0, 0, 4}, 0.01f));
    int beside = 0;
    for (const uint32_t i : surface.slots())
        beside += glm::length(tank.at(i) + glm::vec3(0, 0.2f, 0)) < 0.15f + spacing;
    int expected = 0;
    for (size_t i = 0; i < tank.x.size(); ++i)
        expected += glm::length(tank.at(i) + glm::vec3(0, 0.2f, 0)) < 0.15f + spacing;
    EXPECT_GT(expected, 50);
    EXPECT_EQ(beside, expected);
}

TEST(SurfaceParticles, OfARoundContainerOnTheFarSideAreHidden) {
    Tank tank([](glm::vec3 at) { return glm::length(at) < 0.5f; });
    tank.walls = {.shape = Shape::circle, .half = {0.5f, 0.5f, 0.5f}};
    SurfaceParticles surface;
    ASSERT_TRUE(surface.find(tank.view(), tank.walls, {}, {0, 0, 4}, 0.01f));
    std::array<int, 2> found{}, all{};  // at the front, at the back
    for (const uint32_t i : surface.slots()) found[tank.z[i] < 0] += std::abs(tank.z[i]) > 0.4f;
    for (const float z : tank.z) all[z < 0] += std::abs(z) > 0.4f;
    EXPECT_EQ(found[0], all[0]);
    EXPECT_LT(found[1], all[1] / 4);
}

TEST(SurfaceParticles, InAnOpenDomainTheOutsideIsAir) {
    Tank tank([](glm::vec3) { return true; });
    tank.walls.open = true;
    SurfaceParticles surface;
    ASSERT_TRUE(surface.find(tank.view(), tank.walls, {}, {0, 0, 4}, 0.01f));
    const std::set<uint32_t> found(surface.slots().begin(), surface.slots().end());
    for (uint32_t i = 0; i < tank.x.size(); ++i) {
        const glm::vec3 gap = tank.walls.half - glm::abs(tank.at(i));
        const float least = std::min({gap.x, gap.y, gap.z});
        EXPECT_TRUE(least > 3 * spacing || found.contains(i));
        EXPECT_FALSE(least > 6 * spacing && found.contains(i));
    }
}

TEST(SurfaceParticles, AllMayBeVisibleToAnEyeInTheTankOrIfTheyAreFarApart) {
    Tank tank(below_the_surface);
    SurfaceParticles surface;
    EXPECT_FALSE(surface.find(tank.view(), tank.walls, {}, {0.9f, 0, 0}, 0.01f));
    EXPECT_FALSE(surface.find(tank.view(), tank.walls, {}, {0, 0, 0.55f}, 0.1f));
    tank.walls.open = true;
    tank.x[0] = 1e12f;
    EXPECT_FALSE(surface.find(tank.view(), tank.walls, {}, {0, 0, 4}, 0.01f));
    EXPECT_FALSE(surface.find({}, tank.walls, {}, {0, 0, 4}, 0.01f));
}

TEST(SurfaceParticles, BadPositionsDoNoHarm) {
    Tank tank(below_the_surface);
    tank.x[0] = std::numeric_limits<float>::quiet_NaN();
    tank.y[1] = std::numeric_limits<float>::infinity();
    tank.z[2] = -1e30f;
    SurfaceParticles surface;
    EXPECT_TRUE(surface.find(tank.view(), tank.walls, {}, {0, 0, 4}, 0.01f));
    EXPECT_LT(surface.slots().size(), tank.x.size());
    tank.walls.open = true;
    surface.find(tank.view(), tank.walls, {}, {0, 0, 4}, 0.01f);
}

}  // namespace
}  // namespace slosh::surface_particles_test
