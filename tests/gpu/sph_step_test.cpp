// Single steps of wcsph and pcisph on the GPU against those on the CPU.
#include "sph_support.h"
#include "support/worst.h"

namespace slosh::gpu::sph_step_test {
namespace {

struct Gap {
    double position = 0, velocity = 0, density = 0, pressure = 0;
    bool same_order = true;
};

// After `steps` steps from the same start: positions in spacings, the rest relative to the largest value.
Gap gap_after(Device& device, const Scene& scene, int steps, std::span<const PointerForce> forces = {},
              Motion container = {}) {
    Jobs jobs(1);
    const auto cpu = make_solver(scene, jobs);
    const auto gpu = make_gpu(device, scene);
    for (int k = 0; k < steps; ++k) {
        cpu->step(display_step, forces, container), gpu->step(display_step, forces, container);
        container.offset += container.velocity * display_step;
    }
    const ParticleView p = cpu->particles(), q = gpu->particles();
    EXPECT_EQ(p.count, q.count);
    EXPECT_EQ(cpu->stats().substeps, gpu->stats().substeps);
    EXPECT_EQ(cpu->stats().iterations, gpu->stats().iterations);
    Gap gap;
    const double spacing = static_cast<double>(2 * p.radius);
    double fastest = 1e-9, highest = 1e-9;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        fastest = std::max(fastest, static_cast<double>(std::hypot(p.vx[i], p.vy[i])));
        highest = std::max(highest, static_cast<double>(p.pressure[i]));
        gap.same_order = gap.same_order && p.id[i] == q.id[i];
    }
    for (int d = 0; d < p.dimensions; ++d) {
        const std::span<const float> x[] = {p.x, p.y, p.z}, xg[] = {q.x, q.y, q.z};
        const std::span<const float> v[] = {p.vx, p.vy, p.vz}, vg[] = {q.vx, q.vy, q.vz};
        keep_worst(gap.position, difference(p, x[d], q, xg[d], spacing));
        keep_worst(gap.velocity, difference(p, v[d], q, vg[d], fastest));
    }
    gap.density = difference(p, p.density, q, q.density, static_cast<double>(p.rest_density));
    gap.pressure = difference(p, p.pressure, q, q.pressure, highest);
    std::printf("%s: position %.2g spacings, velocity %.2g, density %.2g, pressure %.2g, %s order, %d sub-steps\n",
                std::string(scene.name).c_str(), gap.position, gap.velocity, gap.density, gap.pressure,
                gap.same_order ? "same" : "another", cpu->stats().substeps);
    return gap;
}

struct SphSteps : SphGpu, testing::WithParamInterface<const char*> {};

TEST_P(SphSteps, OneStepIsThatOfTheCpu) {
    const Scene scene = scene_with(GetParam(), {{"particles", "1500"}});
    const Gap gap = gap_after(*device, scene, 1);
    EXPECT_LT(gap.position, 1e-4);
    EXPECT_LT(gap.density, 1e-4);
    EXPECT_TRUE(gap.same_order);
}

INSTANTIATE_TEST_SUITE_P(Scenes, SphSteps,
                         testing::Values("dam-break", "dam-break-pcisph", "tank-3d", "dam-break-3d", "drop", "drop-3d",
                                         "oil-and-water"));

// Pushes, stirring and a container that moves, from the start on: each with both methods, in 2D and 3D.
struct SphDriven : SphGpu, testing::WithParamInterface<const char*> {};

TEST_P(SphDriven, PointerForcesAreThoseOfTheCpu) {
    Scene scene = scene_with(GetParam(), {{"particles", "1000"}});
    const glm::vec3 at = scene.domain.fluid[0].centre;
    const PointerForce forces[] = {scene.interaction.push(at + 0.1f), scene.interaction.drag(at, {1, 2, 0})};
    EXPECT_LT(gap_after(*device, scene, 1, forces).position, 1e-4);
}

TEST_P(SphDriven, AContainerThatMovesCarriesTheFluidAsOnTheCpu) {
    const Scene scene = scene_with(GetParam(), {{"particles", "1000"}, {"substeps", "30"}});
    const Gap gap = gap_after(*device, scene, 3, {}, {.velocity = {0.5f, 0.25f, 0}});
    EXPECT_LT(gap.position, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Scenes, SphDriven, testing::Values("dam-break", "dam-break-pcisph", "tank-3d"));

}  // namespace
}  // namespace slosh::gpu::sph_step_test
