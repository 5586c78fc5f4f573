// Emitters and drains of wcsph and pcisph on the GPU.
#include <glm/geometric.hpp>
#include <set>

#include "sph_support.h"
#include "support/jet.h"

namespace slosh::gpu::sph_pouring_test {
namespace {

template <class Def>
struct SphPouring : SphGpu {};
struct Names {
    template <class Def>
    static std::string GetName(int) {
        return std::string(Def::name);
    }
};
using Methods = testing::Types<WcsphDef, PcisphDef>;
TYPED_TEST_SUITE(SphPouring, Methods, Names);

// A basin under one nozzle, for up to 400 particles.
template <class Def>
Scene poured_scene(int dimensions) {
    const float depth = dimensions == 3 ? 0.5f : 0;
    Scene scene = empty_tank<Def>(dimensions, {1, 0.8f, depth}, dimensions == 3 ? 0.05f : 0.2f, 400);
    scene.domain.emitters = {
        {.centre = {0.5f, 0.7f, depth / 2}, .direction = {0, -1, 0}, .width = 0.2f, .speed = 1.5f, .kind = 2}};
    return scene;
}

void expect_unique_ids(const ParticleView& p) {
    const std::set<uint32_t> ids(p.id.begin(), p.id.end());
    EXPECT_EQ(ids.size(), static_cast<size_t>(p.count));
}

TYPED_TEST(SphPouring, EmitsAsMuchAsTheCpuAndStopsWhenFull) {
    for (const int dimensions : {2, 3}) {
        const Scene scene = poured_scene<TypeParam>(dimensions);
        Jobs jobs(1);
        const auto cpu = make_solver(scene, jobs), gpu = make_gpu(*this->device, scene);
        EXPECT_EQ(gpu->particles().count, 0);
        run(*cpu, 0.2f), run(*gpu, 0.2f);
        const ParticleView p = gpu->particles();
        std::printf("%dD: %d particles, CPU %d\n", dimensions, p.count, cpu->particles().count);
        EXPECT_NEAR(p.count, cpu->particles().count, 0.1 * p.count);
        EXPECT_GT(p.count, 50);
        expect_unique_ids(p);
        for (const uint8_t kind : p.kind) ASSERT_EQ(kind, 2);
        EXPECT_NEAR(static_cast<double>(gpu->stats().lo.y), static_cast<double>(cpu->stats().lo.y), 0.03);
        for (const float density : p.density) ASSERT_LT(density, 1100);
    }
}

TYPED_TEST(SphPouring, JetsFallFreely) {
    for (const float angle : {0.0f, -0.7f}) {
        const physics::Jet jet{.angle = angle, .particles = 800};
        const physics::JetFigures figures =
            physics::measure_jet<TypeParam>(jet, [&](const Scene& scene) { return make_gpu(*this->device, scene); });
        std::printf("angle %.1f: off the parabola by %.4f, flux %.4f\n", static_cast<double>(angle), figures.error,
                    figures.flux);
        // What leaves the nozzle in a step comes with the next of the 48.
        EXPECT_NEAR(figures.flux, 1 - 1 / 48.0, 0.01);
        EXPECT_LT(figures.error, 0.01);
    }
}

TYPED_TEST(SphPouring, RecyclesTheOldestAtTheBudget) {
    Scene scene = poured_scene<TypeParam>(2);
    def_of<TypeParam>(scene).budget = {.max_particles = 400, .when_full = WhenFull::recycle};
    scene.domain.emitters[0].speed = 4;
    const auto waits_every_third_step = [](Device& device) {
        static int step = 0;
        if (++step % 3 == 0) device.wait();
        else device.submit();
    };
    // In a page results come back some steps late.
    for (const bool late : {false, true}) {
        const auto gpu =
            late ? make_gpu(*this->device, scene, nullptr, waits_every_third_step) : make_gpu(*this->device, scene);
        run(*gpu, 1);
        const ParticleView p = gpu->particles();
        EXPECT_EQ(p.count, 400) << late;
        expect_unique_ids(p);
        const auto [oldest, youngest] = std::minmax_element(p.id.begin(), p.id.end());
        EXPECT_GT(*oldest, 0u) << "the first have made room";
        EXPECT_EQ(*youngest - *oldest, 399u) << "the 400 youngest" << (late ? ", late" : "");
        EXPECT_TRUE(gpu->stats().finite);
    }
}

TYPED_TEST(SphPouring, DrainsRemoveWhatEntersThem) {
    Scene scene = box_scene<TypeParam>(2, {1, 0.5f, 0}, {1, 0.2f, 0}, 400);
    scene.domain.drains = {{.shape = Shape::box, .centre = {0.5f, 0, 0}, .half = {0.1f, 0.03f, 0}}};
    Jobs jobs(1);
    const auto cpu = make_solver(scene, jobs), gpu = make_gpu(*this->device, scene);
    run(*cpu, 0.3f), run(*gpu, 0.3f);
    const ParticleView p = gpu->particles();
    std::printf("%d left, CPU %d\n", p.count, cpu->particles().count);
    EXPECT_LT(p.count, 390);
    EXPECT_NEAR(p.count, cpu->particles().count, 10);
    EXPECT_EQ(p.count, gpu->stats().particles);
    expect_unique_ids(p);
    for (size_t i = 0; i < p.x.size(); ++i) ASSERT_TRUE(std::isfinite(p.x[i]) && p.density[i] > 100) << "slot " << i;
}

TYPED_TEST(SphPouring, TheUserErases) {
    const Scene scene = box_scene<TypeParam>(2, {1, 0.5f, 0}, {1, 0.2f, 0}, 400);
    const auto gpu = make_gpu(*this->device, scene);
    run(*gpu, 0.1f);
    EXPECT_EQ(gpu->particles().count, 400);
    const Drain drain{.shape = Shape::circle, .centre = {0.5f, 0.1f, 0}, .half = {0.06f, 0, 0}};
    gpu->set_user_drains({&drain, 1});
    run(*gpu, 2 * display_step);
    gpu->set_user_drains({});
    run(*gpu, 2 * display_step);
    const int left = gpu->particles().count;
    EXPECT_NEAR(left, 400 - 400 * 3.14159 * 0.06 * 0.06 / 0.2, 12);
    run(*gpu, 0.1f);
    EXPECT_EQ(gpu->particles().count, left) << "the drain is gone";
    expect_unique_ids(gpu->particles());
}

std::set<uint32_t> ids_of(const ParticleView& p) { return {p.id.begin(), p.id.end()}; }

// Those outside a circle, which is a sphere in 3D.
std::set<uint32_t> ids_outside(const ParticleView& p, const Drain& drain, glm::vec3 offset) {
    std::set<uint32_t> ids;
    for (size_t i = 0; i < p.id.size(); ++i) {
        const glm::vec3 at(p.x[i], p.y[i], p.dimensions == 3 ? p.z[i] : 0.0f);
        if (glm::length(at - offset - drain.centre) >= drain.half.x) ids.insert(p.id[i]);
    }
    return ids;
}

// Twice, in a container that is elsewhere; what the paused tank shows is what its next step starts from.
TYPED_TEST(SphPouring, PausedTanksAreErasedAtOnce) {
    for (const int dimensions : {2, 3}) {
        for (const float start_up : {0.0f, 0.1f}) {
            const float depth = dimensions == 3 ? 0.3f : 0;
            const Scene scene = box_scene<TypeParam>(dimensions, {0.6f, 0.5f, depth}, {0.6f, 0.2f, depth},
                                                     dimensions == 3 ? 1500 : 600);
            const auto gpu = make_gpu(*this->device, scene);
            run(*gpu, start_up);
            const glm::vec3 offset = start_up > 0 ? glm::vec3(0.05f, 0, 0) : glm::vec3(0);
            if (start_up > 0) gpu->step(display_step, {}, {offset, glm::vec3(0)});
            const float spacing = 2 * gpu->particles().radius;
            int before = gpu->particles().count;
            const double energy = gpu->stats().kinetic_energy;
            for (const float x : {0.2f, 0.28f}) {
                const Drain drain{
                    .shape = Shape::circle, .centre = {x, 0.1f, depth / 2}, .half = {2.5f * spacing, 0, 0}};
                const std::set<uint32_t> left = ids_outside(gpu->particles(), drain, offset);
                gpu->set_user_drains({&drain, 1});
                ASSERT_TRUE(gpu->drain(offset));
                gpu->set_user_drains({});
                EXPECT_EQ(ids_of(gpu->particles()), left);
                EXPECT_EQ(gpu->stats().particles, gpu->particles().count);
                EXPECT_LT(gpu->particles().count, before - 5);
                before = gpu->particles().count;
            }
            EXPECT_LE(gpu->stats().kinetic_energy, energy);
            const std::set<uint32_t> shown = ids_of(gpu->particles());
            for (int n = 0; n < 3; ++n) {
                gpu->step(display_step, {}, {offset, glm::vec3(0)});
                EXPECT_EQ(ids_of(gpu->particles()), shown) << dimensions << "D, step " << n;
            }
            EXPECT_TRUE(gpu->stats().finite);
        }
    }
}

TYPED_TEST(SphPouring, ThePausedEraserTakesTheLast) {
    const Scene scene = box_scene<TypeParam>(2, {1, 0.5f, 0}, {1, 0.2f, 0}, 400);
    const auto gpu = make_gpu(*this->device, scene);
    run(*gpu, 2 * display_step);
    const Drain all{.shape = Shape::box, .centre = {0.5f, 0.25f, 0}, .half = {2, 2, 2}};
    gpu->set_user_drains({&all, 1});
    for (int n = 0; n < 2; ++n) {
        ASSERT_TRUE(gpu->drain({0, 0, 0}));
        EXPECT_EQ(gpu->particles().count, 0);
    }
    gpu->set_user_drains({});
    run(*gpu, 3 * display_step);
    EXPECT_EQ(gpu->particles().count, 0);
    EXPECT_TRUE(gpu->stats().finite);
}

// As many places as the eraser leaves in a frame of a fast pointer.
TYPED_TEST(SphPouring, TheUserErasesOnALongWay) {
    const Scene scene = box_scene<TypeParam>(2, {1, 0.5f, 0}, {1, 0.2f, 0}, 400);
    Jobs jobs(1);
    const auto cpu = make_solver(scene, jobs), gpu = make_gpu(*this->device, scene);
    std::vector<Drain> drains;
    for (int k = 0; k < EmitterSystem::max_user_drains; ++k)
        drains.push_back({.shape = Shape::circle,
                          .centre = {0.03f * static_cast<float>(k) + 0.03f, 0.1f, 0},
                          .half = {0.03f, 0, 0}});
    for (Solver* solver : {cpu.get(), gpu.get()}) {
        solver->set_user_drains(drains);
        run(*solver, display_step);
        solver->set_user_drains({});
        run(*solver, 2 * display_step);
    }
    EXPECT_LT(cpu->particles().count, 320);
    EXPECT_NEAR(gpu->particles().count, cpu->particles().count, 2);
}

TYPED_TEST(SphPouring, TheUserPours) {
    const Scene scene = box_scene<TypeParam>(2, {1, 0.8f, 0}, {1, 0.1f, 0}, 200);
    Scene with_budget = scene;
    def_of<TypeParam>(with_budget).budget = {.max_particles = 300, .when_full = WhenFull::stop};
    const auto gpu = make_gpu(*this->device, with_budget);
    EXPECT_FALSE(gpu->set_user_emitters(std::vector<Emitter>{{.width = 0}}).accepted);
    EXPECT_TRUE(
        gpu->set_user_emitters(std::vector<Emitter>{{.centre = {0.5f, 0.7f, 0}, .width = 0.15f, .kind = 1}}).accepted);
    run(*gpu, 0.3f);
    EXPECT_GT(gpu->particles().count, 230);
    run(*gpu, 0.7f);
    EXPECT_LE(gpu->particles().count, 300);
    EXPECT_GT(gpu->particles().count, 290);
}

}  // namespace
}  // namespace slosh::gpu::sph_pouring_test
