// The pairing instability: particles of a kernel with too many neighbours lie together in pairs (Dehnen & Aly 2012), so
// that the fluid is as coarse as half as many.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "scenes/scene.h"
#include "solvers/wcsph/wcsph.h"
#include "support/figure.h"
#include "support/measures.h"

namespace slosh::physics::wcsph_pairing_test {
namespace {

// The share of the particles whose nearest neighbour is closer than half the distance that is usual, the 90 % quantile.
double paired(const ParticleView& p) {
    const auto count = static_cast<size_t>(p.count);
    std::vector<float> nearest2(count, 1e9f);
    for (size_t i = 0; i < count; ++i)
        for (size_t j = 0; j < i; ++j) {
            const float dx = p.x[i] - p.x[j], dy = p.y[i] - p.y[j], dz = p.z.empty() ? 0 : p.z[i] - p.z[j];
            const float r2 = dx * dx + dy * dy + dz * dz;
            nearest2[i] = std::min(nearest2[i], r2), nearest2[j] = std::min(nearest2[j], r2);
        }
    std::ranges::sort(nearest2);
    const float usual2 = nearest2[count * 9 / 10];
    const auto end = std::ranges::lower_bound(nearest2, usual2 / 4);
    return static_cast<double>(end - nearest2.begin()) / p.count;
}

void expect_no_pairs(const char* name, int particles) {
    Scene scene = *find_scene(name);
    def_of<WcsphDef>(scene).particles = particles;
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 5);
    constexpr int moments = 5;
    double mean = 0;
    for (int i = 0; i < moments; ++i) run(*solver, 1), mean += paired(solver->particles()) / moments;
    expect_figure({"particles closer than half the usual distance to another, mean from 6 to 10 s",
                   "wcsph, " + std::string(name) + ", " + with_commas(particles) + " particles", "0"},
                  mean, at_most(0.08));
}

TEST(WcsphPairing, ParticlesOfWaterKeepApart) {
    expect_no_pairs("dam-break", 2000);
    expect_no_pairs("dam-break", 8000);
    expect_no_pairs("boats", 3000);
    expect_no_pairs("fountain", 4000);
    expect_no_pairs("tank-3d", 4000);
}

TEST(WcsphPairing, ParticlesOfFineWaterKeepApart) { expect_no_pairs("tank-3d", 16000); }

}  // namespace
}  // namespace slosh::physics::wcsph_pairing_test
