// Particles, bodies and tilt as numbers, and simulations that start from them.
#include "app/state/saved_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/simulation.h"

namespace slosh::saved_state_test {
namespace {

constexpr float dt = 1 / 60.0f;

class SavedStates : public testing::TestWithParam<const char*> {
protected:
    SavedStates() {
        first_.settings() = Settings::of(*find_scene(GetParam()));
        set_param(first_.settings(), "particles", "1500");
        set_param(first_.settings(), "density", "2500");  // of PIC/FLIP
        first_.start(tilt_, jobs_);
    }
    void run(Simulation& simulation, int steps) {
        for (int i = 0; i < steps; ++i) ASSERT_FALSE(simulation.step(dt, {}, {}, tilt_, jobs_)) << "step " << i;
    }
    std::vector<float> saved() const { return save_state(first_.particles(), {}, {3, -2}); }

    Jobs jobs_{2};
    GravityTilt tilt_;
    Simulation first_;
};

TEST_P(SavedStates, StartWhereTheyWereSavedAndGoOnCalmly) {
    run(first_, 150);
    if (first_.settings().scene.solver.can().bodies) {
        BodyDef added = first_.settings().scene.drop.body();
        added.position = first_.settings().scene.domain.walls.centre;
        ASSERT_TRUE(first_.solver().add_body(added).accepted);
        run(first_, 2);
    }
    SavedState state;
    const Outcome outcome = read_state(saved(), first_.settings(), state);
    ASSERT_TRUE(outcome.accepted) << outcome.warning;
    EXPECT_EQ(state.tilt, glm::vec2(3, -2));

    Simulation second;
    second.settings() = first_.settings();
    second.start(tilt_, jobs_, &state);
    const ParticleView before = first_.particles(), after = second.particles();
    ASSERT_EQ(after.count, before.count);
    // Slots may be sorted anew, so sums are compared.
    double sums[2][5] = {};
    for (const auto& [view, sum] : {std::pair{&before, sums[0]}, std::pair{&after, sums[1]}})
        for (size_t i = 0; i < static_cast<size_t>(view->count); ++i) {
            sum[0] += static_cast<double>(view->x[i]), sum[1] += static_cast<double>(view->y[i]);
            sum[2] += static_cast<double>(view->vx[i]), sum[3] += static_cast<double>(view->vy[i]);
            sum[4] += view->kind[i];
        }
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(sums[1][k], sums[0][k], 2e-3 * (1 + std::abs(sums[0][k]))) << k;
    EXPECT_EQ(sums[1][4], sums[0][4]);
    ASSERT_EQ(after.bodies.size(), before.bodies.size());
    for (size_t i = 0; i < before.bodies.size(); ++i) {
        EXPECT_LT(glm::length(after.bodies[i].position - before.bodies[i].position), 2e-3f) << i;
        EXPECT_NEAR(after.bodies[i].mass, before.bodies[i].mass, 1e-4f * before.bodies[i].mass) << i;
    }

    run(first_, 30);
    run(second, 30);
    first_.update_stats(), second.update_stats();
    const double energy = first_.stats().kinetic_energy;
    EXPECT_LT(second.stats().kinetic_energy, 1.1 * energy + 1e-3);
    const bool has_springs = GetParam() == std::string_view("jelly");  // which begin anew
    EXPECT_GT(second.stats().kinetic_energy, has_springs ? 0 : 0.9 * energy - 1e-3);
    EXPECT_LT(second.stats().max_speed, 1.5f * first_.stats().max_speed + 0.5f);
}

// After the eraser the particles are fewer than fill the tank: they are as large as before, and so is their volume.
TEST_P(SavedStates, KeepTheSizeOfTheParticlesAfterErasing) {
    run(first_, 60);
    first_.update_stats();
    const Stats stats = first_.stats();
    const int before = first_.particles().count;
    Drain half{.centre = (stats.lo + stats.hi) / 2.0f, .half = stats.hi - stats.lo + 1.0f};
    half.centre.x += half.half.x;
    first_.solver().set_user_drains({&half, 1});
    run(first_, 1);
    first_.solver().set_user_drains({});
    ASSERT_LT(first_.particles().count, 0.9 * before);
    SavedState state;
    ASSERT_TRUE(read_state(saved(), first_.settings(), state).accepted);
    Simulation second;
    second.settings() = first_.settings();
    second.start(tilt_, jobs_, &state);
    EXPECT_EQ(second.particles().count, first_.particles().count);
    EXPECT_EQ(second.particles().radius, first_.particles().radius);
    EXPECT_EQ(second.particles().support, first_.particles().support);
    EXPECT_EQ(second.particles().masses[0], first_.particles().masses[0]);
    run(first_, 30);
    run(second, 30);
    first_.update_stats(), second.update_stats();
    EXPECT_LT(second.stats().max_speed, 1.5f * first_.stats().max_speed + 0.5f);
}

INSTANTIATE_TEST_SUITE_P(Scenes, SavedStates,
                         testing::Values("blobs", "jelly", "dam-break", "boats", "fountain", "microbes",
                                         "dam-break-pcisph", "tank-3d", "flip-block", "flip-ball",
                                         "flip-wave-machine"));

using RefusedState = SavedStates;
TEST_P(RefusedState, WithAMessage) {
    const std::vector<float> good = saved();
    const size_t particle = good.size() - 5;  // x, y, vx, vy, kind of the last one
    const auto refused = [&](std::vector<float> numbers, const char* reason) {
        SavedState state;
        const Outcome outcome = read_state(numbers, first_.settings(), state);
        EXPECT_FALSE(outcome.accepted) << reason;
        EXPECT_NE(outcome.warning.find(reason), outcome.warning.npos) << outcome.warning;
    };
    const auto with = [&](size_t at, float value) {
        std::vector<float> numbers = good;
        numbers[at] = value;
        return numbers;
    };
    refused({}, "format");
    refused(with(0, 2), "format");
    refused(with(3, -1), "format");
    refused(with(3, 1e30f), "format");
    refused(with(1, 3), "another scene");
    refused({good.begin(), good.end() - 1}, "incomplete");
    refused(with(3, good[3] + 1), "incomplete");
    refused(with(particle, std::numeric_limits<float>::quiet_NaN()), "NaN");
    refused(with(particle, 100), "outside");
    refused(with(particle + 4, 99), "kind");
    first_.settings().limits.particles = 100;
    refused(good, "more particles");
    // A tank that was full is poured into: it has up to half as many more than may start.
    first_.settings().limits.particles = 1000;
    SavedState poured;
    EXPECT_TRUE(read_state(good, first_.settings(), poured).accepted) << "1,500 particles";
    first_.settings().limits.particles = 998;
    refused(good, "more particles");
}
INSTANTIATE_TEST_SUITE_P(Scenes, RefusedState, testing::Values("dam-break"));

// The numbers of an added body: src/app/state/saved_bodies.cpp.
using BodiesOfAState = SavedStates;
TEST_P(BodiesOfAState, MustBePossible) {
    const Scene& scene = first_.settings().scene;
    ASSERT_TRUE(scene.domain.bodies.empty());
    BodyDef added = scene.drop.body();
    added.position = scene.domain.walls.centre;
    ASSERT_TRUE(first_.solver().add_body(added).accepted);
    run(first_, 1);
    const std::vector<float> good = saved();
    constexpr size_t body = 6, rotation = body + 9, phase = body + 13, shape = body + 14, kind = body + 15,
                     half = body + 16, mass = body + 19;
    const auto read = [&](std::initializer_list<std::pair<size_t, float>> changes) {
        std::vector<float> numbers = good;
        for (const auto& [at, value] : changes) numbers[at] = value;
        SavedState state;
        const Outcome outcome = read_state(numbers, first_.settings(), state);
        if (outcome.accepted) EXPECT_EQ(state.bodies.size(), 1u);
        else EXPECT_NE(outcome.warning.find("a body is impossible"), outcome.warning.npos) << outcome.warning;
        return outcome.accepted;
    };
    EXPECT_TRUE(read({}));
    EXPECT_TRUE(read({{kind, -1e30f}})) << "clamped";
    for (const auto& [at, value] : std::initializer_list<std::pair<size_t, float>>{{shape, 1e30f},
                                                                                   {half, 0.0f},
                                                                                   {half, -1.0f},
                                                                                   {half + 1, 0.0f},
                                                                                   {half, 1e30f},
                                                                                   {mass, 0.0f},
                                                                                   {mass, 3e38f},
                                                                                   {mass, -2.0f},
                                                                                   {phase, 1e30f},
                                                                                   {phase, -0.1f},
                                                                                   {rotation, 1e30f}})
        EXPECT_FALSE(read({{at, value}})) << at - body << ": " << value;
    EXPECT_FALSE(read({{rotation, 0}, {rotation + 1, 0}, {rotation + 2, 0}, {rotation + 3, 0}}));
}
INSTANTIATE_TEST_SUITE_P(Scenes, BodiesOfAState, testing::Values("dam-break"));

}  // namespace
}  // namespace slosh::saved_state_test
