#include "gpu/sph/supports.h"

#include <gtest/gtest.h>

#include "support/bodies.h"
#include "support/scenes.h"

namespace slosh::gpu::sph_supports_test {
namespace {

TEST(SphSupports, NamesEverythingThatNeedsTheCpu) {
    Scene scene = scene_with("dam-break", {{"shifting", "1"}, {"adaptive-smoothing", "on"}, {"viscosity", "1"}});
    scene.domain.bodies = {ball_def(0.1f, {0, 0, 0})};
    const Outcome outcome = gpu_supports(def_of<WcsphDef>(scene), scene.domain, true);
    EXPECT_FALSE(outcome.accepted);
    EXPECT_EQ(outcome.warning,
              "no rigid bodies, no drawn obstacles, no viscosity this high, no adaptive-smoothing and no shifting on "
              "the GPU");
    scene = scene_with("dam-break", {{"shifting", "1"}});
    EXPECT_EQ(gpu_supports(def_of<WcsphDef>(scene), scene.domain).warning, "no shifting on the GPU");
}

TEST(SphSupports, KindsThatASceneDoesNotHaveCountForNothing) {
    // Kind 4 of dam-break is absent; of oil-and-water it is the oil.
    Scene scene = scene_with("dam-break", {{"viscosity-4", "10"}});
    EXPECT_TRUE(gpu_supports(def_of<WcsphDef>(scene), scene.domain).accepted);
    scene = scene_with("oil-and-water", {{"viscosity-4", "10"}});
    EXPECT_EQ(gpu_supports(def_of<WcsphDef>(scene), scene.domain).warning, "no viscosity this high on the GPU");
}

TEST(SphSupports, AcceptsTheScenesThatItCanRun) {
    for (const std::string_view name :
         {"dam-break", "dam-break-pcisph", "tank-3d", "dam-break-3d", "drop", "drop-3d", "oil-and-water"}) {
        const Scene* scene = find_scene(name);
        ASSERT_TRUE(scene) << name;
        Outcome outcome = Outcome::refused("another method");
        if (const auto* wcsph = std::get_if<WcsphDef>(&scene->solver)) outcome = gpu_supports(*wcsph, scene->domain);
        if (const auto* pcisph = std::get_if<PcisphDef>(&scene->solver)) outcome = gpu_supports(*pcisph, scene->domain);
        EXPECT_TRUE(outcome.accepted) << name << ": " << outcome.warning;
    }
}

TEST(SphSupports, BoundsTheParticlesByTheBuffersOfTheDevice) {
    const int most = max_sph_particles({.buffer_bytes = 128u << 20, .workgroups = 65535, .storage_bindings = 8});
    EXPECT_GT(most, 3'000'000);
    EXPECT_LT(most, 4'000'000);
}

}  // namespace
}  // namespace slosh::gpu::sph_supports_test
