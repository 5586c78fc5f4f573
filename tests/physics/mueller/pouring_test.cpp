// Inflow and outflow of Mueller SPH. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/mueller/mueller_sph.h"
#include "support/pouring.h"

namespace slosh::physics::mueller_pouring_test {
namespace {

// Two nozzles with a kind each. time_scale: the fluid runs at half speed.
Scene two_jets(int dimensions) {
    const bool is_3d = dimensions == 3;
    Scene scene =
        empty_tank<MuellerSphDef>(dimensions, {2, 2, is_3d ? 2 : 0}, is_3d ? 0.05f : 0.5f, is_3d ? 6000 : 3000);
    auto& def = def_of<MuellerSphDef>(scene);
    def.stiffness = 400;
    def.viscosity[0] = def.viscosity[1] = 0.01f;
    def.rest_density[1] = 800;
    def.time_scale = 0.5f;
    const float z = is_3d ? 1 : 0;
    scene.domain.emitters = {
        {.centre = {0.6f, 1.9f, z}, .direction = {0, -1, 0}, .width = 0.16f, .speed = 2, .kind = 0},
        {.centre = {1.4f, 1.9f, z}, .direction = {0, -1, 0}, .width = 0.24f, .speed = 1.5f, .kind = 1}};
    return scene;
}

class MuellerPours : public ::testing::TestWithParam<int> {};

TEST_P(MuellerPours, FluxIsWidthTimesSpeed) {
    const bool is_3d = GetParam() == 3;
    Scene scene = two_jets(GetParam());
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 0.8f);
    const ParticleView p = solver->particles();
    const double spacing = 2 * static_cast<double>(p.radius), volume = (is_3d ? spacing : 1) * spacing * spacing;
    double inflow[2] = {0, 0};
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) inflow[p.kind[i]] += volume;
    const auto area = [&](double width) { return is_3d ? 3.14159265 * 0.25 * width * width : width; };
    const double first = inflow[0] / (area(0.16) * 2 * 0.4), second = inflow[1] / (area(0.24) * 1.5 * 0.4);
    std::printf("%dD: flux %.4f and %.4f of width x speed x rho\n", GetParam(), first, second);
    EXPECT_NEAR(first, 1, 0.03);
    EXPECT_NEAR(second, 1, 0.03);
    EXPECT_TRUE(solver->stats().finite);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, MuellerPours, ::testing::Values(2, 3));

TEST(MuellerPouring, DrainsWithEveryIntegrator) {
    for (const char* integrator : {"verlet", "rk2"}) {
        Scene scene = two_jets(2);
        ASSERT_EQ(set_param(scene, "integrator", integrator).status, SetResult::ok);
        scene.domain.drains = {{Shape::circle, {1, 0, 0}, {0.3f, 0, 0}}};
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 2);
        const ParticleView p = solver->particles();
        uint32_t max_id = 0;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) max_id = std::max(max_id, p.id[i]);
        std::printf("%s: %u emitted, %d in the tank, fastest %.2f\n", integrator, max_id + 1, p.count,
                    static_cast<double>(solver->stats().max_speed));
        EXPECT_GT(max_id, static_cast<uint32_t>(p.count) + 200);
        EXPECT_LT(solver->stats().max_speed, 12);
    }
}

}  // namespace
}  // namespace slosh::physics::mueller_pouring_test
