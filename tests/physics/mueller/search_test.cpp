// Mueller SPH with the spatial hash: the same fluid as with dense cells, for every form of its interactions.
#include <gtest/gtest.h>

#include "analysis/stats.h"
#include "domain/curl_noise.h"
#include "solvers/mueller/mueller_sph.h"
#include "support/scenes.h"
#include "support/worst.h"

namespace slosh::physics::mueller_search_test {
namespace {

struct SearchCase {
    const char* name;
    int dimensions;
    std::vector<std::pair<const char*, const char*>> settings;
};

Scene scene_of(const SearchCase& c, const char* search) {
    Scene scene;
    MuellerSphDef def;
    def.particles = 1200;
    scene.solver = def;
    scene.domain.dimensions = c.dimensions;
    scene.domain.gravity = {0, 0, 0};
    scene.domain.walls = {Shape::circle, glm::vec3(1), {0, 0, 0}};
    scene.domain.fluid = {{.shape = Shape::circle, .half = glm::vec3(0.9f), .kind = FluidRegion::mixed}};
    scene.domain.fluid[0].swirl_field = curl_noise, scene.domain.fluid[0].swirl = 5;
    EXPECT_EQ(set_param(scene, "search", search).status, SetResult::ok);
    for (const auto& [key, value] : c.settings) EXPECT_EQ(set_param(scene, key, value).status, SetResult::ok) << key;
    return scene;
}

class MuellerSearch : public ::testing::TestWithParam<SearchCase> {};

TEST_P(MuellerSearch, HashGridGivesTheSameFluidAsTheCellGrid) {
    const SearchCase& c = GetParam();
    std::vector<double> x[2], rho[2];
    for (const bool is_hash : {false, true}) {
        const Scene scene = scene_of(c, is_hash ? "hash" : "dense");
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        for (int s = 0; s < 2; ++s) solver->step(display_step, {}, {});
        const ParticleView p = solver->particles();
        x[is_hash].resize(2 * static_cast<size_t>(p.count));
        rho[is_hash].resize(static_cast<size_t>(p.count));
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            x[is_hash][2 * p.id[i]] = static_cast<double>(p.x[i]);
            x[is_hash][2 * p.id[i] + 1] = static_cast<double>(p.y[i]);
            rho[is_hash][p.id[i]] = static_cast<double>(p.density[i]);
        }
    }
    double position_error = 0, density_error = 0;
    for (size_t i = 0; i < x[0].size(); ++i) keep_worst(position_error, std::abs(x[0][i] - x[1][i]));
    for (size_t i = 0; i < rho[0].size(); ++i) keep_worst(density_error, std::abs(rho[1][i] / rho[0][i] - 1));
    std::printf("%s: largest difference %.1e of the radius, %.1e of the density\n", c.name, position_error,
                density_error);
    EXPECT_LT(position_error, 1e-4);
    EXPECT_LT(density_error, 1e-3);
}

TEST_P(MuellerSearch, HashGridGivesTheSameBitsForAnyNumberOfWorkers) {
    uint64_t first = 0;
    for (const int workers : {1, 3}) {
        Jobs jobs(workers);
        const auto solver = make_solver(scene_of(GetParam(), "hash"), jobs);
        for (int s = 0; s < 2; ++s) solver->step(display_step, {}, {});
        const uint64_t hash = state_hash(solver->particles());
        if (workers == 1) first = hash;
        EXPECT_EQ(hash, first) << workers << " workers";
    }
}

INSTANTIATE_TEST_SUITE_P(
    Forms, MuellerSearch,
    ::testing::Values(SearchCase{"2D", 2, {}}, SearchCase{"3D", 3, {}},
                      SearchCase{"2D, several kinds", 2, {{"rest-density-2", "600"}, {"viscosity-3", "0.2"}}},
                      SearchCase{"2D, asymmetric", 2, {{"force", "asymmetric"}}},
                      SearchCase{"2D, 20 neighbours", 2, {{"max-neighbours", "20"}, {"smoothing", "3.5"}}},
                      SearchCase{"3D, 20 neighbours", 3, {{"max-neighbours", "20"}}},
                      SearchCase{"2D, adaptive", 2, {{"adaptive-smoothing", "true"}, {"stiffness", "50"}}},
                      SearchCase{"3D, adaptive", 3, {{"adaptive-smoothing", "true"}, {"stiffness", "50"}}}),
    [](const auto& each) { return "Case" + std::to_string(each.index); });

}  // namespace
}  // namespace slosh::physics::mueller_search_test
