#include "solvers/solvers.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <ostream>

#include "scenes/scenes.h"
#include "settings/settings.h"
#include "support/case_name.h"
#include "support/scenes.h"

namespace slosh::solvers_test {
namespace {

// Bytes that the program has allocated; 0 where the allocator does not say (sanitizers).
double allocated() {
#ifdef __EMSCRIPTEN__
    const auto info = mallinfo();
#else
    const auto info = mallinfo2();
#endif
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

struct MemoryCase {
    const char* scene;
    bool needs_most;  // of all cases of its solver
    std::vector<std::pair<const char*, const char*>> settings;
};

void PrintTo(const MemoryCase& run, std::ostream* out) { *out << run.scene; }

class Memory : public testing::TestWithParam<MemoryCase> {};

// Of a solver after its first step: what does not depend on the number of particles cancels, as the room to pour does.
TEST_P(Memory, OfAParticleIsAtMostAsDeclared) {
    if (!(allocated() > 0)) GTEST_SKIP() << "the allocator does not count bytes";
    const MemoryCase& run = GetParam();
    double bytes[2] = {}, declared = 0;
    const int counts[] = {40'000, 60'000};
    Jobs jobs(1);
    for (const int i : {0, 1}) {
        Settings settings = Settings::of(*find_scene(run.scene));
        ASSERT_EQ(set_param(settings, "particles", std::to_string(counts[i])).status, SetResult::ok);
        for (const auto& [key, value] : run.settings)
            ASSERT_EQ(set_param(settings, key, value).status, SetResult::ok) << key;
        const Scene& scene = settings.scene;
        const double before = allocated();
        const auto solver = make_solver(scene.solver, scene.domain, start_particles(scene), jobs);
        solver->step(1.0f / 600, {}, {});
        bytes[i] = allocated() - before;
        declared = scene.solver.bytes_per_particle(scene.domain);
    }
    const double measured = (bytes[1] - bytes[0]) / (counts[1] - counts[0]);
    std::printf("%s: %.0f bytes a particle, declared %.0f\n", run.scene, measured, declared);
    EXPECT_LE(measured, declared);
    EXPECT_GE(measured, run.needs_most ? 0.7 * declared : 0) << "the page could take more particles";
}
INSTANTIATE_TEST_SUITE_P(
    Scenes, Memory,
    testing::Values(
        MemoryCase{"blobs", false, {}}, MemoryCase{"jelly", true, {}},
        MemoryCase{"dam-break", true, {{"adaptive-smoothing", "true"}, {"surface-tension", "1"}, {"viscosity", "5"}}},
        MemoryCase{"drop", false, {}},
        MemoryCase{"tank-3d", true, {{"adaptive-smoothing", "true"}, {"surface-tension", "1"}, {"viscosity", "5"}}},
        MemoryCase{"drop-3d", false, {}}, MemoryCase{"curl-disc", false, {}},
        MemoryCase{"microbes", true, {{"adaptive-smoothing", "true"}}},
        MemoryCase{"dam-break-pcisph", true, {{"viscosity", "5"}}}, MemoryCase{"flip-block", false, {}},
        MemoryCase{"flip-block", false, {{"transfer", "apic"}, {"viscosity", "5"}, {"surface-tension", "1"}}},
        MemoryCase{"flip-block", false, {{"particles-per-cell", "4"}, {"viscosity", "5"}}},
        MemoryCase{"flip-round-tank", true, {{"transfer", "apic"}, {"viscosity", "5"}, {"surface-tension", "1"}}},
        MemoryCase{"flip-obstacles", false, {{"transfer", "apic"}, {"viscosity", "5"}}},
        MemoryCase{"flip-wave-machine", false, {}}),
    [](const auto& each) { return scene_case_name(each); });

}  // namespace
}  // namespace slosh::solvers_test
