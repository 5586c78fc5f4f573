#include "analysis/conserved_quantities.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "scenes/scene.h"

namespace slosh::conserved_quantities_test {
namespace {

// Two particles, against the formulas.
TEST(ConservedQuantities, MeasuresMomentumAndEnergy) {
    std::vector<float> x{0, 1}, y{2, 3}, vx{3, 0}, vy{-4, 2}, density{1000, 1250};
    std::vector<uint8_t> kind{0, 1};
    ParticleView p;
    p.count = 2, p.x = x, p.y = y, p.vx = vx, p.vy = vy, p.density = density, p.kind = kind;
    p.radius = 0.5f, p.rest_density = 1000;
    p.masses = {2, 10};
    Jobs jobs;
    const ConservedQuantities before = measure_conserved(p, jobs);
    EXPECT_DOUBLE_EQ(before.kinetic, 0.5 * 2 * 25 + 0.5 * 10 * 4);
    EXPECT_DOUBLE_EQ(before.volume, 1 + 0.8) << "compressed to four fifths";
    y[0] += 5, x[1] -= 1;
    EXPECT_DOUBLE_EQ(measure_conserved(p, jobs).potential(before, {0, -9, 0}), 2 * 9 * 5.0);
    EXPECT_DOUBLE_EQ(measure_conserved(p, jobs).potential(before, {1, 0, 0}), 10.0);
    density[1] = 100;
    EXPECT_DOUBLE_EQ(measure_conserved(p, jobs).volume, 2) << "a lower density at the surface adds no volume";
}

TEST(ConservedQuantities, UnknownMassIsThatOfTheVolume) {
    std::vector<float> at{0}, v{2}, density{800};
    std::vector<uint8_t> kind{3};
    ParticleView p;
    p.count = 1, p.dimensions = 3, p.x = p.y = p.z = at, p.vx = p.vy = p.vz = v, p.density = density, p.kind = kind;
    p.radius = 0.25f, p.rest_density = 1000, p.rest_densities[3] = 800;
    Jobs jobs;
    EXPECT_DOUBLE_EQ(measure_conserved(p, jobs).kinetic, 0.5 * 800 * 0.125 * 12);
}

// In every scene the same energy as the solver's own figure, and at the start about the volume of the initial fluid.
TEST(ConservedQuantities, AgreesWithEachSolver) {
    Jobs one, four(4);
    for (Scene scene : scenes()) {
        ASSERT_EQ(set_param(scene, "particles", "2000").status, SetResult::ok) << scene.name;
        const auto solver = make_solver(scene, four);
        for (int i = 0; i < 5; ++i) solver->step(1.0f / 60, {}, {});
        const ParticleView p = solver->particles();
        const ConservedQuantities all = measure_conserved(p, four);
        const double kinetic = solver->stats().kinetic_energy, volume = static_cast<double>(fluid_volume(scene.domain));
        std::printf("%s: kinetic %.4g against %.4g, volume %.4g of %.4g\n", std::string(scene.name).c_str(),
                    all.kinetic, kinetic, all.volume, volume);
        EXPECT_NEAR(all.kinetic, kinetic, 1e-3 * kinetic) << scene.name;
        EXPECT_NEAR(all.volume, volume, 0.15 * volume) << scene.name;
        const ConservedQuantities again = measure_conserved(p, one);
        EXPECT_EQ(all.kinetic, again.kinetic) << scene.name;
        EXPECT_EQ(all.moment[1], again.moment[1]) << scene.name;
    }
}

}  // namespace
}  // namespace slosh::conserved_quantities_test
