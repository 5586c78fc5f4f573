// Physics of wcsph and pcisph on the GPU, with the bars of the CPU, at sizes that a software driver bears.
#include "analysis/stats.h"
#include "base/random.h"
#include "sph_support.h"
#include "support/conservation.h"
#include "support/water.h"
#include "support/worst.h"

namespace slosh::gpu::sph_physics_test {
namespace {

template <class Def>
struct SphPhysics : SphGpu {};
struct Names {
    template <class Def>
    static std::string GetName(int) {
        return std::string(Def::name);
    }
};
using Methods = testing::Types<WcsphDef, PcisphDef>;
TYPED_TEST_SUITE(SphPhysics, Methods, Names);

// A block high above the floor.
template <class Def>
Scene falling_block(int dimensions, int particles) {
    const float depth = dimensions == 3 ? 1.0f : 0;
    return tank_scene<Def>(dimensions, {1, 1, depth},
                           {fluid_box({0.4f, 0.7f, 0.4f * depth}, {0.6f, 0.9f, 0.6f * depth})}, particles);
}

TYPED_TEST(SphPhysics, FallsFreely) {
    for (const int dimensions : {2, 3}) {
        const auto solver = make_gpu(*this->device, falling_block<TypeParam>(dimensions, 216));
        const auto height = [&] {
            double total = 0;
            for (const float y : solver->particles().y) total += static_cast<double>(y);
            return total / solver->particles().count;
        };
        const double before = height();
        run(*solver, 0.3f);
        const Stats stats = solver->stats();
        EXPECT_NEAR(before - height(), 0.5 * 9.81 * 0.09, 0.03 * 0.44);  // pcisph: Euler's method, dt / t
        EXPECT_NEAR(static_cast<double>(stats.max_speed), 9.81 * 0.3, 0.01 * 2.9);
        EXPECT_TRUE(stats.finite);
    }
}

TYPED_TEST(SphPhysics, MomentumIsConservedWithoutGravityAndWalls) {
    Scene scene = box_scene<TypeParam>(2, {40, 40, 0}, {1, 1, 0}, 600);
    scene.domain.fluid[0].centre = scene.domain.walls.centre;
    scene.domain.gravity = {0, 0, 0};
    InitialParticles start = start_of(scene);
    Random random(7);
    for (glm::vec3& v : start.velocity) v = {random.uniform(-0.3f, 0.3f), random.uniform(-0.3f, 0.3f), 0};
    const auto solver = make_gpu(*this->device, scene, &start);
    const auto momentum = [&] {
        glm::dvec2 total(0);
        const ParticleView p = solver->particles();
        for (size_t i = 0; i < p.x.size(); ++i) total += glm::dvec2(p.vx[i], p.vy[i]);
        return total / static_cast<double>(p.count);
    };
    const glm::dvec2 before = momentum();
    run(*solver, 0.5f);
    EXPECT_LT(glm::length(momentum() - before) / 0.24, 1e-5);
}

TYPED_TEST(SphPhysics, TankAtRestHasHydrostaticPressureAndRestDensity) {
    Scene scene = half_full_tank<TypeParam>(2, 512);
    if (auto* def = std::get_if<WcsphDef>(&scene.solver)) def->artificial_viscosity = 0.2f;
    const auto solver = make_gpu(*this->device, scene);
    run(*solver, 1);
    const physics::Settled rest = physics::measure_settled(*solver, 0.5f, 20);
    std::printf("floor %.4f, density error %.4f\n", rest.floor_pressure, rest.density_error);
    EXPECT_NEAR(rest.floor_pressure, 1, 0.02);
    EXPECT_LT(rest.density_error, 0.01);
}

TYPED_TEST(SphPhysics, DamBreakHasTheFrontOfTheCpuAndGainsNoEnergy) {
    for (const int dimensions : {2, 3}) {
        const float depth = dimensions == 3 ? 0.25f : 0;
        const Scene scene =
            box_scene<TypeParam>(dimensions, {2, 1, depth}, {0.5f, 0.5f, depth}, dimensions == 3 ? 1000 : 600);
        Jobs jobs(1);
        const auto cpu = make_solver(scene, jobs), gpu = make_gpu(*this->device, scene);
        const double energy = physics::energy_of_fluid(gpu->particles());
        // The mean of the foremost twentieth.
        const auto front = [](const ParticleView& p) {
            std::vector<float> x(p.x.begin(), p.x.end());
            std::sort(x.begin(), x.end(), std::greater<>());
            double total = 0;
            const size_t n = x.size() / 20;
            for (size_t i = 0; i < n; ++i) total += static_cast<double>(x[i]);
            return total / static_cast<double>(n);
        };
        double highest = 0, gap = 0;
        for (int i = 0; i < 24; ++i) {
            cpu->step(display_step, {}, {}), gpu->step(display_step, {}, {});
            keep_worst(highest, physics::energy_of_fluid(gpu->particles()) / energy);
            keep_worst(gap, std::abs(front(gpu->particles()) / front(cpu->particles()) - 1));
        }
        std::printf("%dD: front off by %.3g, highest energy %.4f\n", dimensions, gap, highest);
        EXPECT_LT(gap, 0.01);
        EXPECT_LT(highest, 1.01);
        EXPECT_GT(front(gpu->particles()), 0.8) << "it has moved";
    }
}

TYPED_TEST(SphPhysics, TwoRunsGiveTheSameBits) {
    const Scene scene = box_scene<TypeParam>(2, {2, 1, 0}, {0.5f, 0.5f, 0}, 600);
    uint64_t hashes[2];
    for (uint64_t& hash : hashes) {
        const auto solver = make_gpu(*this->device, scene);
        run(*solver, 0.2f);
        hash = state_hash(solver->particles());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

TYPED_TEST(SphPhysics, StaysInAContainerThatIsJerked) {
    for (const bool is_round : {false, true}) {
        Scene scene = box_scene<TypeParam>(2, {1.2f, 1, 0}, {0.6f, 0.6f, 0}, 500);
        if (is_round) {
            scene.domain.walls = {.shape = Shape::circle, .half = {0.6f, 0.6f, 0.6f}, .centre = {0.6f, 0.5f, 0}};
            scene.domain.fluid = {fluid_box({0.3f, 0.2f, 0}, {0.9f, 0.6f, 0})};
        }
        const auto solver = make_gpu(*this->device, scene);
        Motion container;
        double energy = 0;
        for (int i = 0; i < 20; ++i) {
            if (i == 2) {
                container.velocity = {3, -2, 0};
                energy = physics::energy_of_fluid(solver->particles(), container);
            }
            solver->step(display_step, {}, container);
            container.offset += container.velocity * display_step;
            const ParticleView p = solver->particles();
            if (i >= 2) EXPECT_LT(physics::energy_of_fluid(p, container), 1.01 * energy) << i;
            const Walls& walls = scene.domain.walls;
            for (size_t k = 0; k < p.x.size(); ++k) {
                const glm::vec3 at = glm::vec3(p.x[k], p.y[k], 0) - walls.centre - container.offset;
                if (is_round) ASSERT_LT(std::hypot(at.x, at.y), 0.60001f) << "step " << i;
                else ASSERT_LT(std::max(std::abs(at.x) - walls.half.x, std::abs(at.y) - walls.half.y), 1e-5f);
            }
        }
    }
}

TYPED_TEST(SphPhysics, ParametersChangeWhileItRuns) {
    Scene scene = box_scene<TypeParam>(2, {1, 1, 0}, {1, 0.4f, 0}, 400);
    const auto solver = make_gpu(*this->device, scene);
    run(*solver, 0.1f);
    scene.domain.gravity = {0, 9.81f, 0};
    def_of<TypeParam>(scene).substeps = 20;
    set_parameters(*solver, scene);
    run(*solver, 0.5f);
    EXPECT_EQ(solver->stats().substeps, 20);
    const Stats stats = solver->stats();
    EXPECT_GT(0.5f * (stats.lo.y + stats.hi.y), 0.6f) << "it has fallen upwards";
}

// As on a page: the copies of the particles arrive some steps later.
TEST_F(SphGpu, StepsThatDoNotWaitGiveTheSameParticlesLater) {
    Scene scene = box_scene<WcsphDef>(2, {2, 1, 0}, {0.5f, 0.5f, 0}, 400);
    def_of<WcsphDef>(scene).substeps = 20, def_of<WcsphDef>(scene).sound_speed = 20;
    uint64_t expected[8];
    const auto waits = make_gpu(*device, scene);
    for (uint64_t& hash : expected) hash = state_hash(waits->particles()), waits->step(display_step, {}, {});
    const auto solver = make_wcsph_gpu<2>(*device, def_of<WcsphDef>(scene), scene.domain, start_of(scene));
    for (int i = 0; i < 6; ++i) solver->step(display_step, {}, {});
    EXPECT_EQ(state_hash(solver->particles()), expected[0]);
    device->wait();
    solver->step(display_step, {}, {});
    EXPECT_EQ(state_hash(solver->particles()), expected[4]) << "four copies were under way";
    EXPECT_EQ(solver->stats().substeps, 20);
    device->wait();
    solver->step(display_step, {}, {});
    EXPECT_EQ(state_hash(solver->particles()), expected[7]);
}

TEST_F(SphGpu, OilRisesThroughWaterAsOnTheCpu) {
    const Scene scene = scene_with("oil-and-water", {{"particles", "600"}});
    Jobs jobs(1);
    const auto cpu = make_solver(scene, jobs), gpu = make_gpu(*device, scene);
    const auto heights = [](const ParticleView& p) {
        double total[4] = {}, count[4] = {};
        for (size_t i = 0; i < p.y.size(); ++i) total[p.kind[i]] += static_cast<double>(p.y[i]), ++count[p.kind[i]];
        return std::pair(total[1] / count[1], total[3] / count[3]);
    };
    const auto [water_before, oil_before] = heights(gpu->particles());
    run(*cpu, 0.5f), run(*gpu, 0.5f);
    const auto [water, oil] = heights(gpu->particles());
    const auto [cpu_water, cpu_oil] = heights(cpu->particles());
    std::printf("water %.3f to %.3f (CPU %.3f), oil %.3f to %.3f (CPU %.3f)\n", water_before, water, cpu_water,
                oil_before, oil, cpu_oil);
    EXPECT_LT(water, water_before - 0.1);
    EXPECT_GT(oil, oil_before);
    EXPECT_NEAR(water, cpu_water, 0.02);
    EXPECT_NEAR(oil, cpu_oil, 0.02);
    EXPECT_NEAR(gpu->stats().kinetic_energy / cpu->stats().kinetic_energy, 1, 0.1);
}

}  // namespace
}  // namespace slosh::gpu::sph_physics_test
