// Drains of the user (the eraser) in every solver: they take what they cover, once, and the rest stays fluid.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <map>
#include <set>
#include <string>

#include "analysis/stats.h"
#include "support/scenes.h"

namespace slosh::physics::erasing_test {
namespace {

double mean_square_speed(const ParticleView& p) {
    double sum = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const double x = p.vx[i], y = p.vy[i], z = p.dimensions == 3 ? p.vz[i] : 0.0f;
        sum += x * x + y * y + z * z;
    }
    return sum / p.count;
}

class Erasing : public ::testing::TestWithParam<const char*> {};

TEST_P(Erasing, TakesWhatItCoversAndNothingLater) {
    for (const int particles : {1000, 2500}) {
        Scene scene = scene_with(GetParam(), {{"particles", std::to_string(particles)}});
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.2f);
        // A ball around the middle of the fluid, as wide as three tenths of its extent.
        const Stats before = solver->stats();
        const glm::vec3 size = before.hi - before.lo, centre = before.lo + 0.5f * size;
        const Drain drain{.shape = Shape::circle, .centre = centre, .half = {0.15f * std::max(size.x, size.y), 0, 0}};
        std::set<uint32_t> covered, all;
        const ParticleView p = solver->particles();
        const double square_before = mean_square_speed(p);
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
        // No more than the fluid had and what it falls.
        const double fallen = 2.0 * static_cast<double>(glm::length(scene.domain.gravity) * size.y);
        EXPECT_LT(mean_square_speed(solver->particles()), square_before + fallen);
    }
}

// While paused: the rest stays as it is, and the next step is that of a drain in the step.
void erase_between_steps(const Scene& scene) {
    Jobs jobs(1);
    const auto paused = make_solver(scene, jobs), running = make_solver(scene, jobs);
    run(*paused, 0.2f), run(*running, 0.2f);
    const Stats before = paused->stats();
    const glm::vec3 centre = before.lo + 0.5f * (before.hi - before.lo);
    const Drain drain{.shape = Shape::circle, .centre = centre, .half = {0.2f * (before.hi.x - before.lo.x), 0, 0}};
    using Shown = std::array<float, 8>;
    const auto shown = [&] {
        std::map<uint32_t, Shown> by_id;
        const ParticleView p = paused->particles();
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
            by_id[p.id[i]] = {p.x[i],
                              p.y[i],
                              p.vx[i],
                              p.vy[i],
                              p.density[i],
                              p.pressure[i],
                              p.smoothing.empty() ? 0 : p.smoothing[i],
                              p.neighbours.empty() ? 0 : p.neighbours[i]};
        return by_id;
    };
    std::map<uint32_t, Shown> rest = shown();
    paused->set_user_drains({&drain, 1});
    EXPECT_TRUE(paused->drain({0, 0, 0}));
    paused->set_user_drains({});
    const std::map<uint32_t, Shown> left = shown();
    std::erase_if(rest, [&](const auto& particle) { return !left.contains(particle.first); });
    EXPECT_LT(left.size(), static_cast<size_t>(before.particles));
    EXPECT_TRUE(rest == left);
    running->set_user_drains({&drain, 1});
    for (Solver* solver : {paused.get(), running.get()}) solver->step(display_step, {}, {});
    EXPECT_EQ(paused->stats().particles, static_cast<int>(left.size()));
    EXPECT_EQ(state_hash(paused->particles()), state_hash(running->particles()));
}

TEST_P(Erasing, BetweenStepsChangesNothingElse) {
    Scene scene = scene_with(GetParam(), {{"particles", "1200"}});
    erase_between_steps(scene);
    if (set_param(scene, "adaptive-smoothing", "true").status == SetResult::ok) erase_between_steps(scene);
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
