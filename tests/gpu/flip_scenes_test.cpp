// Steps of PIC/FLIP on the GPU against the CPU path: solids, pointers, a container that moves, emitters and drains.
#include <algorithm>
#include <glm/geometric.hpp>
#include <numeric>

#include "analysis/stats.h"
#include "gpu/flip/flip_solids.h"
#include "gpu/flip/flip_support.h"
#include "gpu/flip_tank.h"
#include "support/worst.h"

namespace slosh::gpu::flip_scenes_test {
namespace {

struct FlipSteps : GpuTest {
    Jobs jobs{1};
    std::unique_ptr<Solver> mine, theirs;

    // Both paths from the state after some steps on the CPU, with a small tolerance of the pressure.
    void start(Scene scene, int steps) {
        FlipDef& def = std::get<FlipDef>(scene.solver);
        def.tolerance = 1e-6f;
        const InitialParticles state = state_after(scene, steps, jobs);
        mine = make_flip_gpu(*device, def, scene.domain, state, jobs);
        theirs = make_solver(scene, jobs, &state);
    }
    void step(std::span<const PointerForce> forces = {}, const Motion& container = {}) {
        mine->step(display_step, forces, container);
        theirs->step(display_step, forces, container);
        device->wait();
    }
    // The particles of both paths are at the same places, but for a few: a particle beside an edge may go either way.
    void expect_equal(float bar, double few = 0.002) {
        const InitialParticles a = state_of(mine->particles()), b = state_of(theirs->particles());
        ASSERT_EQ(a.count(), b.count());
        const float cell = mine->particles().support;
        float worst = 0;
        int out = 0;
        for (size_t i = 0; i < a.position.size(); ++i) {
            const float away = glm::length(a.position[i] - b.position[i]) / cell;
            keep_worst(worst, away), out += !(away <= bar);
        }
        std::printf("%d particles, %d differ by more than %g cells, largest %g; iterations %g and %g\n", a.count(), out,
                    static_cast<double>(bar), static_cast<double>(worst), static_cast<double>(mine->stats().iterations),
                    static_cast<double>(theirs->stats().iterations));
        EXPECT_LE(out, few * a.count());
        EXPECT_NEAR(mine->stats().kinetic_energy / theirs->stats().kinetic_energy, 1, 1e-3);
    }
};

TEST_F(FlipSteps, RoundTankIsThatOfTheCpu) {
    start(scene_with("flip-round-tank", {{"particles", "4000"}}), 30);
    step();
    expect_equal(1e-4f);
}

TEST_F(FlipSteps, ObstaclesAreThoseOfTheCpu) {
    start(scene_with("flip-obstacles", {{"particles", "6000"}}), 35);
    step();
    expect_equal(1e-4f);
    // The ball is dragged through the water.
    const Grab grab{.body = 2, .local_point = {0, 0, 0}, .target = {0.3f, -0.2f, 0.1f}};
    for (Solver* solver : {mine.get(), theirs.get()}) solver->set_grabs(std::span(&grab, 1));
    for (int n = 0; n < 3; ++n) step();
    EXPECT_LT(mine->particles().bodies[2].velocity.x, -0.1f);
    EXPECT_EQ(mine->particles().bodies[2].position, theirs->particles().bodies[2].position);
    expect_equal(3e-3f);
}

// Moving solids upload only what they change: the fields are those that are written as a whole.
TEST_F(FlipSteps, MovedSolidsLeaveTheFieldsOfAWholeUpload) {
    for (const char* name : {"flip-obstacles", "flip-wave-machine", "flip-round-tank"}) {
        Scene scene = scene_with(name, {{"particles", "6000"}});
        std::erase_if(scene.domain.bodies, [](const BodyDef& b) { return b.dynamic; });
        const auto& def = std::get<FlipDef>(scene.solver);
        const GridLayout layout = lay_out_grid(def, scene.domain, 6000);
        FlipSolids solids(layout, jobs);
        solids.bodies.start(scene.domain.walls, scene.domain.bodies);
        const bool round = solids.bodies.round_walls();
        FlipPasses changed(*device, layout, 8, false, true, round), whole(*device, layout, 8, false, true, round);
        solids.update(*device, changed, {}, true);
        BodyDef ball;
        ball.shape = BodyShape::ball, ball.half = glm::vec3(0.1f), ball.position = scene.domain.walls.centre;
        for (int n = 0; n < 4; ++n) {
            ball.position.x += 0.04f;
            solids.bodies.set_user_obstacle(n == 3 ? nullptr : &ball);
            solids.update(*device, changed, {});
            solids.advance(*device, changed, display_step, {});
        }
        solids.update(*device, whole, {}, true);
        const auto size = static_cast<size_t>(layout.grid.size());
        const auto expect_equal_fields = [&](Buffer FlipPasses::Buffers::*field, size_t parts) {
            const auto a = download<float>(changed.buffers().*field, parts * size);
            const auto b = download<float>(whole.buffers().*field, parts * size);
            for (size_t n = 0; n < a.size(); ++n)
                ASSERT_EQ(a[n], b[n]) << name << ", part " << n / size << " of " << parts << ", entry " << n % size;
            EXPECT_GT(std::ranges::max(b) - std::ranges::min(b), 0.5f) << name << " has solids";
        };
        expect_equal_fields(&FlipPasses::Buffers::fraction, 3);
        expect_equal_fields(&FlipPasses::Buffers::cut, 3);
        expect_equal_fields(&FlipPasses::Buffers::solid, 2);
    }
}

TEST_F(FlipSteps, WaveMachineIsThatOfTheCpu) {
    Scene scene = scene_with("flip-wave-machine", {{"particles", "4000"}});
    std::erase_if(scene.domain.bodies, [](const BodyDef& b) { return b.dynamic; });
    start(scene, 20);
    step();
    expect_equal(1e-4f);
}

TEST_F(FlipSteps, PointersAndMovedContainersActAsOnTheCpu) {
    start(scene_with("flip-block", {{"particles", "3000"}, {"particles-per-cell", "8"}, {"gravity-x", "2"}}), 25);
    const PointerForce push{.kind = PointerForce::repel, .position = {-0.3f, -0.2f, 0}, .strength = 1.2f, .limit = 100};
    Motion container{.velocity = {0.5f, 0.1f, -0.2f}};
    for (int n = 0; n < 2; ++n) {
        step(std::span(&push, 1), container);
        container.offset += container.velocity * display_step;
    }
    EXPECT_EQ(mine->stats().substeps, theirs->stats().substeps);
    expect_equal(1e-3f);
}

TEST_F(FlipSteps, WaterLeavesTheCeilingAsOnTheCpu) {
    // A tank that is thrown upwards and stops: water at the ceiling is held by nothing.
    Scene scene = box_scene<FlipDef>(3, {0.5f, 0.5f, 0.5f}, {0.5f, 0.3f, 0.5f}, 2000);
    scene.domain.fluid[0].centre.y = 0.35f;
    start(scene, 0);
    for (int n = 0; n < 3; ++n) step();
    expect_equal(1e-3f);
    EXPECT_LT(mine->particles().vy[0], -0.3f);
}

TEST_F(FlipSteps, FullTankHasNoSurfaceAndIsThatOfTheCpu) {
    Scene scene = box_scene<FlipDef>(3, {0.5f, 0.5f, 0.5f}, {0.5f, 0.5f, 0.5f}, 4096);
    InitialParticles state = seed_particles(scene.domain, 4096, 1, 1);
    for (size_t i = 0; i < state.position.size(); ++i) {
        const glm::vec3 x = state.position[i] - 0.25f;
        state.velocity[i] = {x.y, -x.x, 0};
    }
    FlipDef def = std::get<FlipDef>(scene.solver);
    def.tolerance = 1e-5f;
    scene.solver = def;
    mine = make_flip_gpu(*device, def, scene.domain, state, jobs);
    theirs = make_solver(scene, jobs, &state);
    for (int n = 0; n < 2; ++n) step();
    EXPECT_LT(mine->stats().iterations, theirs->stats().iterations + 4);
    expect_equal(1e-3f);
}

// A tank that a jet fills and a drain empties.
Scene pouring() {
    Scene scene = box_scene<FlipDef>(3, {0.6f, 0.6f, 0.6f}, {0.6f, 0.2f, 0.6f}, 2000);
    scene.domain.inflow_volume = 0.02f;
    scene.domain.emitters = {{.centre = {0.3f, 0.5f, 0.3f}, .direction = {0, -1, 0}, .width = 0.2f, .speed = 2}};
    scene.domain.drains = {{.shape = Shape::box, .centre = {0.05f, 0.05f, 0.3f}, .half = {0.06f, 0.06f, 0.3f}}};
    return scene;
}

TEST_F(FlipSteps, JetsAreThoseOfTheCpuInAnyDirection) {
    for (const glm::vec3 direction : {glm::vec3(1, 0, 0), glm::vec3(0.6f, 0.8f, 0)}) {
        Scene scene = pouring();
        scene.domain.walls.half.x = scene.domain.walls.centre.x = 0.6f;
        scene.domain.fluid.clear(), scene.domain.drains.clear();
        scene.domain.emitters = {{.centre = {0.2f, 0.2f, 0.3f}, .direction = direction, .width = 0.2f, .speed = 2}};
        const auto& def = std::get<FlipDef>(scene.solver);
        const InitialParticles none = seed_particles(scene.domain, def.start_particles(scene.domain), 1, 1);
        mine = make_flip_gpu(*device, def, scene.domain, none, jobs);
        theirs = make_solver(scene, jobs, &none);
        for (int n = 0; n < 12; ++n) step();
        const ParticleView a = mine->particles(), b = theirs->particles();
        EXPECT_EQ(a.count, b.count);
        EXPECT_GT(a.count, 300);
        const auto mean = [](std::span<const float> x) {
            return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
        };
        const double dx = mean(a.x) - mean(b.x), dy = mean(a.y) - mean(b.y);
        std::printf("%d particles, apart by %.5f m\n", a.count, std::hypot(dx, dy));
        EXPECT_LT(std::hypot(dx, dy), 1e-3);
    }
}

TEST_F(FlipSteps, EmittersAndDrainsAreThoseOfTheCpu) {
    const Scene scene = pouring();
    FlipDef def = std::get<FlipDef>(scene.solver);
    def.budget.max_particles = 4000;
    const InitialParticles state = seed_particles(scene.domain, def.start_particles(scene.domain), 1, 1);
    Scene same = scene;
    same.solver = def;
    mine = make_flip_gpu(*device, def, same.domain, state, jobs);
    theirs = make_solver(same, jobs, &state);
    for (int n = 0; n < 8; ++n) step();
    const ParticleView a = mine->particles(), b = theirs->particles();
    EXPECT_NEAR(a.count, b.count, 0.01 * b.count);
    EXPECT_GT(a.count, 100);
    std::vector<uint32_t> ids(a.id.begin(), a.id.end());
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end()) << "an id appears twice";
    EXPECT_GT(ids.back(), static_cast<uint32_t>(state.count()));
    EXPECT_NEAR(mine->stats().kinetic_energy / theirs->stats().kinetic_energy, 1, 0.05);
    std::printf("%d and %d particles\n", a.count, b.count);
}

TEST_F(FlipSteps, DrainsOfTheUserAreThoseOfTheCpu) {
    const Scene scene = box_scene<FlipDef>(3, {0.6f, 0.6f, 0.6f}, {0.6f, 0.2f, 0.6f}, 2000);
    const auto& def = std::get<FlipDef>(scene.solver);
    const InitialParticles state = seed_particles(scene.domain, def.start_particles(scene.domain), 1, 1);
    mine = make_flip_gpu(*device, def, scene.domain, state, jobs);
    theirs = make_solver(scene, jobs, &state);
    // As many as the eraser leaves in a frame of a fast pointer.
    std::vector<Drain> drains;
    for (int k = 1; k <= EmitterSystem::max_user_drains; ++k)
        drains.push_back(
            {.shape = Shape::circle, .centre = {0.018f * static_cast<float>(k), 0.2f, 0.3f}, .half = {0.08f, 0, 0}});
    for (int n = 0; n < 4; ++n) {
        for (Solver* solver : {mine.get(), theirs.get()})
            solver->set_user_drains(n == 1 ? std::span<const Drain>(drains) : std::span<const Drain>());
        step();
    }
    const int left = mine->particles().count;
    std::printf("%d of %d particles are left, CPU %d\n", left, state.count(), theirs->particles().count);
    EXPECT_LT(left, state.count() - 30);
    EXPECT_NEAR(left, theirs->particles().count, 2);
    step();
    EXPECT_EQ(mine->particles().count, left) << "the drain is gone";
}

// Before the newest step has come back nothing happens; also if all reads were in flight when it ended. Afterwards the
// picture is at once that from which the next step starts, on both paths.
TEST_F(FlipSteps, PausedTanksAreErasedAtOnce) {
    const Scene scene = box_scene<FlipDef>(3, {0.6f, 0.6f, 0.6f}, {0.6f, 0.2f, 0.6f}, 2000);
    start(scene, 10);
    const auto erase = [](Solver& solver, glm::vec3 centre) {
        const Drain drain{.shape = Shape::circle, .centre = centre, .half = {0.08f, 0, 0}};
        solver.set_user_drains({&drain, 1});
        const bool done = solver.drain({0, 0, 0});
        solver.set_user_drains({});
        return done;
    };
    const glm::vec3 places[] = {{0.2f, 0.1f, 0.3f}, {0.3f, 0.15f, 0.35f}, {0.45f, 0.05f, 0.1f}};
    for (const int steps : {0, 1, 5}) {
        for (int n = 0; n < steps; ++n) {
            mine->step(display_step, {}, {});
            theirs->step(display_step, {}, {});
        }
        if (steps > 0) {
            const int before = mine->particles().count;
            EXPECT_FALSE(erase(*mine, places[0])) << "after " << steps << " steps that are on their way";
            EXPECT_EQ(mine->particles().count, before);
        }
        for (const glm::vec3 place : places) {
            int tries = 0;
            do device->wait();
            while (!erase(*mine, place) && ++tries < 3);
            ASSERT_LT(tries, 3);
            EXPECT_TRUE(erase(*theirs, place));
            const ParticleView p = mine->particles();
            for (size_t i = 0; i < p.x.size(); ++i)
                ASSERT_GE(glm::length(glm::vec3(p.x[i], p.y[i], p.z[i]) - place), 0.08f);
            EXPECT_EQ(p.count, theirs->particles().count);
            EXPECT_EQ(mine->stats().particles, p.count);
        }
        std::printf("%d of 2000 particles are left\n", mine->particles().count);
        expect_equal(1e-4f);
    }
    EXPECT_LT(mine->particles().count, 1900);
    step(), step();
    expect_equal(1e-4f);
}

TEST_F(FlipSteps, ThePausedEraserTakesTheLast) {
    const Scene scene = box_scene<FlipDef>(3, {0.6f, 0.6f, 0.6f}, {0.6f, 0.2f, 0.6f}, 2000);
    start(scene, 4);
    step();
    const Drain all{.shape = Shape::box, .centre = {0.3f, 0.3f, 0.3f}, .half = {1, 1, 1}};
    mine->set_user_drains({&all, 1});
    for (int n = 0; n < 2; ++n) {
        ASSERT_TRUE(mine->drain({0, 0, 0}));
        EXPECT_EQ(mine->particles().count, 0);
    }
    mine->set_user_drains({});
    for (int n = 0; n < 3; ++n) {
        mine->step(display_step, {}, {});
        device->wait();
        EXPECT_EQ(mine->particles().count, 0);
    }
    EXPECT_TRUE(mine->stats().finite);
}

TEST_F(FlipSteps, FullTankRecyclesItsOldestParticles) {
    Scene scene = pouring();
    FlipDef def = std::get<FlipDef>(scene.solver);
    const InitialParticles state = seed_particles(scene.domain, def.start_particles(scene.domain), 1, 1);
    def.budget.max_particles = def.particles = state.count() + 60;
    for (const bool drains : {true, false}) {
        if (!drains) scene.domain.drains.clear();
        mine = make_flip_gpu(*device, def, scene.domain, state, jobs);
        theirs = make_solver(def, scene.domain, state, jobs);
        for (int n = 0; n < 30; ++n) {
            mine->step(display_step, {}, {}), theirs->step(display_step, {}, {});
            // In a page results come back some steps late.
            if (n % 3 == 2) device->wait();
            else device->submit();
            EXPECT_LE(mine->particles().count, def.budget.max_particles) << n;
        }
        const ParticleView p = mine->particles();
        if (!drains) EXPECT_EQ(p.count, def.budget.max_particles);
        // At the limit, particles that drains took in the last steps still count.
        EXPECT_NEAR(p.count, theirs->particles().count, drains ? 0.15 * p.count : 0);
        EXPECT_GT(*std::min_element(p.id.begin(), p.id.end()), 0u);
    }
    EXPECT_TRUE(mine->stats().finite);
}

TEST_F(FlipSteps, ParametersTakeEffectWhileRunning) {
    const Scene scene = scene_with("flip-block", {{"particles", "1500"}, {"particles-per-cell", "8"}});
    start(scene, 10);
    FlipDef def = std::get<FlipDef>(scene.solver);
    def.tolerance = 1e-6f, def.transfer = FlipDef::Transfer::apic;
    Domain moon = scene.domain;
    moon.gravity.y = -1.6f;
    for (Solver* solver : {mine.get(), theirs.get()})
        static_cast<SolverFor<FlipDef>&>(*solver).set_parameters(def, moon);
    for (int n = 0; n < 2; ++n) step();
    expect_equal(1e-3f);
    // An obstacle appears: solids cut cells from now on.
    def.obstacle = FlipDef::Obstacle::ball, def.obstacle_y = -0.3f;
    for (Solver* solver : {mine.get(), theirs.get()})
        static_cast<SolverFor<FlipDef>&>(*solver).set_parameters(def, moon);
    step();
    EXPECT_EQ(mine->particles().bodies.size(), 1u);
    EXPECT_TRUE(mine->stats().finite);
    EXPECT_EQ(mine->particles().count, theirs->particles().count);
}

TEST(FlipSupport, NamesEverythingThatIsMissing) {
    Scene scene = scene_with("flip-wave-machine", {});
    FlipDef& def = std::get<FlipDef>(scene.solver);
    def.viscosity = 0.01f, def.surface_tension = 0.07f;
    const Outcome outcome = gpu_supports(def, scene.domain);
    EXPECT_FALSE(outcome.accepted);
    EXPECT_EQ(outcome.warning, "no floating bodies, no viscosity and no surface tension on the GPU");
    scene = scene_with("flip-block", {});
    EXPECT_TRUE(gpu_supports(FlipDef(), scene.domain).accepted);
    FlipDef plain;
    plain.preconditioner = Preconditioner::none;
    EXPECT_EQ(gpu_supports(plain, scene.domain).warning, "no preconditioner but multigrid on the GPU");
}

}  // namespace
}  // namespace slosh::gpu::flip_scenes_test
