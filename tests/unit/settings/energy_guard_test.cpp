#include "settings/energy_guard.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/few_particles.h"
#include "support/guarded_run.h"
#include "support/scenes.h"

namespace slosh::energy_guard_test {
namespace {

constexpr float dt = 1.0f / 60;

// With few particles and these settings.
Scene small_scene(std::string_view name, std::initializer_list<std::pair<const char*, const char*>> settings = {}) {
    Scene scene = scene_with(name, {{"particles", find_scene(name)->domain.dimensions == 3 ? "1500" : "800"}});
    for (const auto& [key, value] : settings) EXPECT_EQ(set_param(scene, key, value).status, SetResult::ok) << key;
    return scene;
}

// Particles that a test moves by hand, in the tank of a dam break.
class ByHand : public testing::Test {
protected:
    ByHand() { guard_.start(*find_scene("dam-break")); }
    // The energy that the change of the particles added, J/kg.
    double excess_after(const EnergyGuard::Step& step, auto&& change) {
        guard_.begin_step(Still(*this), step, jobs_);
        change();
        found_ = guard_.end_step(view(), jobs_);
        return guard_.excess();
    }
    ParticleView view() const {
        ParticleView p = few_.view(2);
        p.masses.fill(1);
        return p;
    }
    // Only its particles matter.
    struct Still : Solver {
        explicit Still(const ByHand& all) : Solver("by hand"), test(all) {}
        void step(float, std::span<const PointerForce>, const Motion&) override {}
        Outcome set_user_emitters(std::span<const Emitter>) override { return {}; }
        void set_user_drains(std::span<const Drain>) override {}
        bool drain(glm::vec3) override { return true; }
        ParticleView particles() const override { return test.view(); }
        Stats stats() const override { return {}; }
        const Profile& profile() const override { return none; }
        const ByHand& test;
        Profile none;
    };
    Jobs jobs_{1};
    FewParticles few_;
    EnergyGuard guard_;
    Instability found_;
    const glm::vec3 down_{0, -10, 0};
};

TEST_F(ByHand, AFallIsNoGain) {
    few_.bodies.clear();
    few_.y = {3, 3, 3}, few_.vy = {0, 0, 0};
    EXPECT_NEAR(excess_after({.gravity = down_},
                             [&] {
                                 few_.y = {1, 1, 1}, few_.vy = {-6.3f, -6.3f, -6.3f};
                             }),
                0, 1e-6);
    EXPECT_NEAR(excess_after({.gravity = down_},
                             [&] {
                                 few_.vy = {6.9f, 6.9f, 6.9f};
                             }),
                (6.9 * 6.9 - 6.3 * 6.3) / 2, 1e-3);
    EXPECT_NEAR(excess_after({.gravity = down_},
                             [&] {
                                 few_.vy = {6.9f, 6.9f, 6.3f};
                             }),
                (6.9 * 6.9 - 6.3 * 6.3) / 3, 1e-3)
        << "a loss counts against it";
    EXPECT_FALSE(found_);
}

TEST_F(ByHand, TheContainersMotionIsNoGain) {
    few_.bodies.clear();
    few_.vy = {0, 0, 0};
    const EnergyGuard::Step moving{.container = {.velocity = {4, 0, 0}}};
    EXPECT_NEAR(excess_after(moving,
                             [&] {
                                 few_.vx = {8, 8, 8};
                             }),
                0, 1e-5)
        << "an elastic blow: 4 m/s after it as before";
    EXPECT_NEAR(excess_after(moving, [&] { few_.vx = {4, 4, 4}; }), 0, 1e-5);
    EXPECT_NEAR(excess_after({}, [&] { few_.vx = {-4, -4, -4}; }), 0, 1e-5) << "the wall at rest throws them back";
    EXPECT_NEAR(excess_after({}, [&] { few_.vx = {-5, -5, -5}; }), 4.5, 1e-4);
}

TEST_F(ByHand, EmittersAndPointersAreAllowedTheirWork) {
    few_.bodies.clear();
    const PointerForce forces[] = {{.kind = PointerForce::drag, .velocity = {5, 0, 0}}};
    EXPECT_EQ(excess_after({.forces = forces}, [&] { few_.vx = {5, 5, 5}; }), 0);
    EXPECT_EQ(excess_after({.gravity = down_}, [&] { few_.id[2] = 40, few_.vy[2] = -1; }), 0);
    few_.bodies.resize(1);
    EXPECT_EQ(excess_after({.holds_body = true}, [&] { few_.bodies[0].velocity = {0, 3, 0}; }), 0);
    EXPECT_GT(excess_after({}, [&] { few_.bodies[0].velocity = {0, 6, 0}; }), 1);
}

TEST_F(ByHand, FindsEnergyFromNowhereAndRunaways) {
    few_.bodies.clear();
    excess_after({.gravity = down_}, [&] { few_.vx = {9, 9, 9}; });
    EXPECT_EQ(found_.what, Instability::energy);
    EXPECT_EQ(describe(found_, "m"),
              "the fluid has gained 40.5 m2/s2 of energy, and gravity, container, pointers and jets can give 21.1");
    guard_.start(*find_scene("dam-break"));
    excess_after({.gravity = down_}, [&] { few_.vx = {9, 9, 1000}; });
    EXPECT_EQ(describe(found_, "m"), "the speed of particle 9 is 1e+03 m/s");
    few_.vx[0] = std::nanf("");
    excess_after({.gravity = down_}, [&] {});
    EXPECT_EQ(found_.what, Instability::not_finite);
}

// The limits are far from everything that scenes do, also while the container is thrown about and the pointer pushes.
TEST(EnergyGuard, NoSceneIsCloseToTheLimit) {
    Jobs jobs(2);
    for (const Scene& scene : scenes()) {
        const Scene small = small_scene(scene.name);
        const auto solver = make_solver(small, jobs);
        double excess = 0;
        const Instability found = guarded_run(small, *solver, 50, jobs, &excess);
        EXPECT_FALSE(found) << scene.name << ": " << describe(found, scene.unit);
        EXPECT_LT(excess, 0.3) << scene.name;
    }
}

// In world space.
float fastest_of(const ParticleView& p) {
    float fastest2 = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const float vz = p.vz.empty() ? 0 : p.vz[i];
        fastest2 = std::max(fastest2, p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + vz * vz);
    }
    return std::sqrt(fastest2);
}

TEST(EnergyGuard, JerksAndPushesAreNoInstability) {
    Jobs jobs(2);
    for (const Scene& scene : scenes()) {
        const Scene small = small_scene(scene.name);
        const auto solver = make_solver(small, jobs);
        const float width = 2 * std::min(small.domain.walls.half.x, small.view.width);
        std::mt19937 random(1);
        std::uniform_real_distribution<float> velocity(-3 * width, 3 * width);
        EnergyGuard guard;
        guard.start(small);
        EnergyGuard late;
        late.start(small);
        std::vector<float> speeds;
        Motion container;
        for (int step = 0; step < 50; ++step) {
            container.velocity = {0, 0, 0};
            if (step % 20 < 10) container.velocity = {velocity(random), velocity(random), 0};
            const glm::vec3 at = small.domain.walls.centre + container.offset;
            const PointerForce forces[] = {small.interaction.push(at),
                                           small.interaction.drag(at, {step / 10 % 2 ? 3 * width : -3 * width, 0, 0})};
            const std::span<const PointerForce> some(forces, step < 25 ? 0 : 2);
            guard.begin_step(*solver, {.forces = some, .container = container, .gravity = small.domain.gravity}, jobs);
            solver->step(dt, some, container);
            container.offset += container.velocity * dt;
            const Instability found = guard.end_step(solver->particles(), jobs);
            ASSERT_FALSE(found) << scene.name << ", step " << step << ": " << describe(found, scene.unit);
            // The limit of particles that come some steps later.
            const EnergyGuard::Step now{.forces = some, .container = container, .gravity = small.domain.gravity};
            const float limit = late.begin_late_step(*solver, now, jobs);
            speeds.push_back(fastest_of(solver->particles()));
            ASSERT_LT(speeds.back(), limit) << scene.name << ", step " << step;
            ASSERT_LT(speeds[speeds.size() - std::min<size_t>(speeds.size(), 16)], limit) << scene.name << ", " << step;
        }
    }
}

// A particle is as large as the container: it falls and comes to rest.
TEST(EnergyGuard, AFewParticlesOfEverySceneAreStable) {
    Jobs jobs(1);
    for (const Scene& scene : scenes())
        for (const char* particles : {"1", "2", "3", "5", "9", "20"}) {
            const Scene small = scene_with(scene.name, {{"particles", particles}});
            const auto solver = make_solver(small, jobs);
            const Instability found = guarded_run(small, *solver, 60, jobs);
            EXPECT_FALSE(found) << scene.name << ", " << particles << " particles: " << describe(found, scene.unit);
        }
}

// Valid settings that make a solver unstable, for a fluid that stays in its container.
TEST(EnergyGuard, FindsSolversOutOfControl) {
    struct Case {
        const char* scene;
        std::initializer_list<std::pair<const char*, const char*>> values;
    };
    Jobs jobs(2);
    for (const Case& c : {Case{"dam-break", {{"substeps", "1"}}}, Case{"dam-break", {{"substeps", "2"}}},
                          Case{"tank-3d", {{"substeps", "1"}}}, Case{"boats", {{"substeps", "1"}}},
                          Case{"curl-disc", {{"stiffness", "1000000"}, {"time-scale", "4"}, {"substeps", "1"}}}}) {
        const Scene small = small_scene(c.scene, c.values);
        const auto solver = make_solver(small, jobs);
        EXPECT_TRUE(guarded_run(small, *solver, 60, jobs)) << c.scene;
        // Also by the speed of particles that are some steps old.
        const auto other = make_solver(small, jobs);
        EnergyGuard late;
        late.start(small);
        Instability found;
        for (int step = 0; step < 60 && !found; ++step) {
            const float limit = late.begin_late_step(*other, {.gravity = small.domain.gravity}, jobs);
            other->step(dt, {}, {});
            found = detect_instability(other->particles(), {0, 0, 0}, limit);
        }
        EXPECT_TRUE(found) << c.scene;
    }
}

// A step that is lost ends early.
TEST(EnergyGuard, AStepEndsWhenTheFluidHasRunAway) {
    Jobs jobs(1);
    const Scene small = small_scene("dam-break", {{"substeps", "64"}});
    const auto solver = make_solver(small, jobs);
    solver->set_runaway_speed(1e-6f);
    solver->step(dt, {}, {});
    const ParticleView p = solver->particles();
    float fastest = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) fastest = std::max(fastest, std::abs(p.vy[i]));
    EXPECT_GT(fastest, 0.9f * 9.81f * dt / 8);
    EXPECT_LT(fastest, 9.81f * dt / 2) << "8 of 64 sub-steps";
}

}  // namespace
}  // namespace slosh::energy_guard_test
