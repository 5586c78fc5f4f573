// Mirror walls against analytic reflections: ghosts, and particles that have crossed a wall.
#include "sph/mirror_walls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "base/random.h"

namespace slosh::mirror_walls_test {
namespace {

const Walls box{Shape::box, {2, 1, 3}, {0.5f, 0, -1}};
const Walls ball{Shape::circle, {2, 2, 2}, {0.5f, 0, -1}};
constexpr glm::vec3 offset{0.25f, -0.5f, 1};

TEST(MirrorWalls, CornerOfABoxHasThreeGhostsIn2DAndSevenIn3D) {
    const float corner[3] = {0.75f - 1.9f, -0.5f - 0.9f, 0 - 2.9f};
    const auto count = [&](float cutoff) {
        std::set<std::vector<float>> ghosts;
        for_ghosts<3>(box, offset, cutoff, corner, [&](const MirrorWall<3>& mirror, const float(&x)[3]) {
            ghosts.insert({x[0], x[1], x[2]});
            float v[3] = {1, 2, 3};
            mirror.reflect(v);
            for (int d = 0; d < 3; ++d) {
                const bool mirrored = x[d] != corner[d];
                EXPECT_EQ(v[d], static_cast<float>(d + 1) * (mirrored ? -1 : 1));
                if (mirrored) {
                    EXPECT_NEAR(corner[d] - x[d], 0.2, 1e-5) << "twice the distance from the wall";
                }
            }
        });
        return ghosts.size();
    };
    EXPECT_EQ(count(0.11f), 7u);
    EXPECT_EQ(count(0.09f), 0u) << "all walls are farther than the cutoff";
    const float corner_2d[2] = {corner[0], corner[1]};
    int ghosts = 0;
    for_ghosts<2>(box, offset, 0.11f, corner_2d, [&](const auto&, const auto&) { ++ghosts; });
    EXPECT_EQ(ghosts, 3);
}

TEST(MirrorWalls, GhostBehindARoundWallLiesOnTheSameRadius) {
    const float x[3] = {0.75f + 1.1f, -0.5f - 1.2f, 0.8f};  // from the centre (1.1, -1.2, 0.8)
    const double r = std::sqrt(1.1 * 1.1 + 1.2 * 1.2 + 0.8 * 0.8);
    int ghosts = 0;
    for_ghosts<3>(ball, offset, 0.5f, x, [&](const MirrorWall<3>& mirror, const float(&image)[3]) {
        ++ghosts;
        const double middle[3] = {0.75, -0.5, 0};
        for (int d = 0; d < 3; ++d)
            EXPECT_NEAR(image[d] - middle[d], (static_cast<double>(x[d]) - middle[d]) * (4 - r) / r, 1e-5);
        float along[3] = {1.1f, -1.2f, 0.8f}, across[3] = {1.2f, 1.1f, 0};
        mirror.reflect(along), mirror.reflect(across);
        EXPECT_NEAR(along[0], -1.1, 1e-5);
        EXPECT_NEAR(across[0], 1.2, 1e-5) << "the tangential part is unchanged";
    });
    EXPECT_EQ(ghosts, 1);
    const float centre[3] = {0.75f, -0.5f, 0};
    for_ghosts<3>(ball, offset, 5, centre, [&](const auto&, const auto&) { FAIL() << "the centre has no ghost"; });
}

// Energy in the container's frame is conserved, and a second reflection changes nothing.
template <int D>
void expect_reflected(const Walls& walls) {
    Random random(3);
    Motion container;
    container.velocity = {0.3f, -0.2f, 0.1f};
    int crossed = 0;
    for (int i = 0; i < 2000; ++i) {
        float x[D], v[D], relative[D], from[D];
        double speed2 = 0, after2 = 0, r2 = 0;
        bool outside = false;
        for (int d = 0; d < D; ++d) {
            from[d] = random.uniform(-1.4f, 1.4f) * walls.half[d];
            x[d] = from[d] + walls.centre[d] + offset[d], relative[d] = random.uniform(-1, 1);
            v[d] = relative[d] + container.velocity[d];
            speed2 += static_cast<double>(relative[d]) * relative[d], r2 += static_cast<double>(from[d]) * from[d];
            outside |= std::abs(from[d]) > walls.half[d];
        }
        if (walls.shape == Shape::circle) outside = r2 > 4;
        float to[D], w[D];
        for (int d = 0; d < D; ++d) to[d] = x[d], w[d] = v[d];
        ASSERT_EQ((reflect_inside<D>(walls, container, offset, 0.01f, to, w)), outside);
        crossed += outside;
        double scale = 1, out = 0;
        if (walls.shape == Shape::circle && outside) {
            const double r = std::sqrt(r2);
            scale = std::clamp(4 - r, 0.0, 1.99) / r;
            for (int d = 0; d < D; ++d) out += static_cast<double>(relative[d]) * from[d] / r;
        }
        for (int d = 0; d < D; ++d) {
            double expected = static_cast<double>(from[d]) * scale;
            if (walls.shape == Shape::box && std::abs(from[d]) > walls.half[d])
                expected =
                    std::copysign(std::min(2 * walls.half[d] - std::abs(from[d]), walls.half[d] - 0.01f), from[d]);
            EXPECT_NEAR(to[d] - walls.centre[d] - offset[d], expected, 1e-5);
            const double relative_after = w[d] - container.velocity[d];
            after2 += relative_after * relative_after;
            const bool bounced = walls.shape == Shape::box && std::abs(from[d]) > walls.half[d];
            if (walls.shape == Shape::box) {
                EXPECT_NEAR(relative_after, bounced && relative[d] * from[d] > 0 ? -relative[d] : relative[d], 1e-6);
            } else {
                EXPECT_NEAR(relative_after, relative[d] - std::max(out, 0.0) * 2 * from[d] / std::sqrt(r2) * outside,
                            1e-5);
            }
        }
        EXPECT_NEAR(after2, speed2, 1e-5);
        EXPECT_FALSE((reflect_inside<D>(walls, container, offset, 0.01f, to, w)));
    }
    EXPECT_GT(crossed, 200);
}

TEST(MirrorWalls, ParticleBehindAWallIsReflectedWithItsEnergy) {
    expect_reflected<2>(box);
    expect_reflected<3>(box);
    expect_reflected<2>(ball);
    expect_reflected<3>(ball);
}

TEST(MirrorWalls, DistantParticleIsProjectedInside) {
    for (const Walls& walls : {box, ball}) {
        float x[3] = {1e6f, -3e7f, 1e5f}, v[3] = {1e3f, 0, -1e3f};
        EXPECT_TRUE(reflect_inside<3>(walls, {}, {0, 0, 0}, 0.01f, x, v));
        float y[3] = {x[0], x[1], x[2]};
        EXPECT_FALSE(reflect_inside<3>(walls, {}, {0, 0, 0}, 0.01f, y, v));
    }
}

}  // namespace
}  // namespace slosh::mirror_walls_test
