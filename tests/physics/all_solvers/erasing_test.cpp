// Drains of the user (the eraser) in every solver: they take what they cover, once, and the rest stays fluid.
#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <set>
#include <string>

#include "support/scenes.h"

namespace slosh::physics::erasing_test {
namespace {

class Erasing : public ::testing::TestWithParam<const char*> {};

TEST_P(Erasing, TakesWhatItCoversAndNothingLater) {
    for (const int particles : {1000, 2500}) {
        Scene scene = scene_with(GetParam(), {{"particles", std::to_string(particles)}});
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.2f);
        // A ball around the middle of the fluid, as wide as a fifth of its extent.
        const Stats before = solver->stats();
        const glm::vec3 size = before.hi - before.lo, centre = before.lo + 0.5f * size;
        const Drain drain{.shape = Shape::circle, .centre = centre, .half = {0.1f * std::max(size.x, size.y), 0, 0}};
        std::set<uint32_t> covered, all;
        const ParticleView p = solver->particles();
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            all.insert(p.id[i]);
            const float z = p.dimensions == 3 ? p.z[i] - centre.z : 0, x = p.x[i] - centre.x, y = p.y[i] - centre.y;
            if (x * x + y * y + z * z < drain.half.x * drain.half.x) covered.insert(p.id[i]);
        }
        solver->set_user_drains({&drain, 1});
        solver->step(display_step, {}, {});
        solver->set_user_drains({});
        std::set<uint32_t> gone = all;
        const ParticleView after = solver->particles();
        for (size_t i = 0; i < static_cast<size_t>(after.count); ++i) gone.erase(after.id[i]);
        const int left = after.count;
        run(*solver, 0.3f);
        const Stats later = solver->stats();
        std::printf("%s: %d of %d particles erased; fastest %.3g before, %.3g 0.3 s later\n", GetParam(),
                    static_cast<int>(gone.size()), particles, static_cast<double>(before.max_speed),
                    static_cast<double>(later.max_speed));
        EXPECT_GT(covered.size(), 3u);
        EXPECT_EQ(gone, covered);
        EXPECT_EQ(later.particles, left);
        EXPECT_TRUE(later.finite);
        // In free fall over the whole container, twice.
        const float fall =
            4 * std::max(scene.domain.walls.half.x, scene.domain.walls.half.y) * glm::length(scene.domain.gravity) * 2;
        EXPECT_LT(later.max_speed * later.max_speed, std::max(fall, 4 * before.max_speed * before.max_speed));
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Erasing,
                         ::testing::Values("blobs", "jelly", "dam-break", "oil-and-water", "drop", "dam-break-pcisph",
                                           "flip-block", "tank-3d", "drop-3d"),
                         [](const auto& param) {
                             std::string name = param.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace slosh::physics::erasing_test
