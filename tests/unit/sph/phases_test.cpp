// Several phases: their table of properties, the mean of two viscosities, the energy of an interface.
#include "sph/phases.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sph/smoothing_kernels.h"

namespace slosh::sph::phases_test {
namespace {

PhaseTable oil_on_water(float tension = 0) {
    PhaseTable table;
    table.present = 0b1111;
    table.retune<3>(1000, {800, 0, 1250}, 1e-3f, {0.05f, 0, 0}, 20, tension);
    return table;
}

TEST(PhaseTable, ZeroMeansTheValueOfTheFirstPhase) {
    const PhaseTable table = oil_on_water();
    const float densities[] = {1000, 800, 1000, 1250}, viscosities[] = {1e-3f, 0.05f, 1e-3f, 1e-3f};
    for (int k = 0; k < PhaseTable::kinds; ++k) {
        EXPECT_EQ(table.rest_density[k], densities[k]);
        EXPECT_EQ(table.viscosity[k], viscosities[k]);
    }
    EXPECT_EQ(table.min_rest_density(), 800);
    EXPECT_EQ(table.max_viscosity(), 0.05f);
}

// One stiffness for all kinds, rho c^2, that of the densest.
TEST(PhaseTable, AllPhasesHaveOneStiffness) {
    const PhaseTable table = oil_on_water();
    EXPECT_FLOAT_EQ(table.stiffness, 1250 * 20 * 20);
    for (int k = 0; k < PhaseTable::kinds; ++k)
        EXPECT_NEAR(table.rest_density[k] * table.sound_speed[k] * table.sound_speed[k] / table.stiffness, 1, 1e-6);
    EXPECT_FLOAT_EQ(table.sound_speed[3], 20) << "the densest phase has the requested speed";
    EXPECT_FLOAT_EQ(table.max_sound_speed(), table.sound_speed[1]) << "fastest in the lightest";
}

TEST(PhaseTable, EqualPhasesAreUniformUnlessTheInterfaceHasATension) {
    PhaseTable table;
    table.present = 0b1111;
    table.retune<3>(1000, {0, 1000, 0}, 1e-3f, {1e-3f, 0, 0}, 20, 0);
    EXPECT_TRUE(table.uniform);
    EXPECT_EQ(table.of(3), 0);
    EXPECT_EQ(table.sound_speed[0], 20);
    table.retune<3>(1000, {0, 1000, 0}, 1e-3f, {1e-3f, 0, 0}, 20, 0.1f);
    EXPECT_FALSE(table.uniform);
    EXPECT_EQ(table.of(3), 3);
    EXPECT_FALSE(oil_on_water().uniform);
}

// A parameter of a phase that does not occur must not shorten the time step.
TEST(PhaseTable, AbsentPhasesCountForNothing) {
    PhaseTable table;
    table.add(0);
    const auto retune = [&] { table.retune<3>(1000, {1, 0, 20000}, 1e-3f, {0, 0, 10}, 20, 0); };
    retune();
    EXPECT_TRUE(table.uniform);
    EXPECT_EQ(table.max_sound_speed(), 20);
    EXPECT_EQ(table.max_viscosity(), 1e-3f);
    EXPECT_FALSE(table.add(0));
    EXPECT_TRUE(table.add(3));
    retune();
    EXPECT_FALSE(table.uniform);
    EXPECT_EQ(table.max_viscosity(), 10);
    EXPECT_FLOAT_EQ(table.stiffness, 20000 * 20 * 20);
    EXPECT_FLOAT_EQ(table.min_rest_density(), 1000);
}

TEST(PhaseTable, EveryParticleHasTheValuesOfItsPhase) {
    PhaseTable table = oil_on_water();
    constexpr int count = 1001;
    const float volume = 1e-4f, alpha = 0.1f, h = 0.05f;
    SimdArray<uint8_t> kinds(count);
    for (int i = 0; i < count; ++i) kinds[i] = static_cast<uint8_t>(i % 4);
    Jobs jobs(3);
    table.fill(kinds, volume, alpha, h, jobs);
    for (int i = 0; i < count; ++i) {
        const int k = i % 4;
        ASSERT_EQ(table.kind[i], static_cast<float>(k));
        ASSERT_EQ(table.density[i], table.rest_density[k]);
        ASSERT_FLOAT_EQ(table.two_mu[i], 2 * table.rest_density[k] * table.viscosity[k]) << "2 mu";
        ASSERT_FLOAT_EQ(table.artificial[i], alpha * table.rest_density[k] * table.sound_speed[k] * h);
        ASSERT_FLOAT_EQ(table.inv_mass[i] * table.rest_density[k] * volume, 1);
    }
}

// Two layers of fluid in series: a shear flow through them has the harmonic mean 2 mu_i mu_j / (mu_i + mu_j).
TEST(PhaseTable, TwoViscositiesHaveTheirHarmonicMean) {
    const Float4 mean = harmonic_mean(Float4{1, 2, 0, 0}, Float4{3, 2, 5, 0});
    EXPECT_FLOAT_EQ(mean[0], 1.5f);
    EXPECT_FLOAT_EQ(mean[1], 2);
    EXPECT_EQ(mean[2], 0) << "no shear force on a fluid without viscosity";
    EXPECT_EQ(mean[3], 0);
}

// The sum over all pairs of a particle column in one half of the lattice and the particles of the other half.
template <int D>
double energy_by_pairs(float spacing, float h, float volume) {
    const int radius = 6, radius_z = D == 3 ? radius : 0;
    double total = 0;
    for (int below = 0; below < radius; ++below)
        for (int above = 0; above < radius; ++above)
            for (int c = -radius_z; c <= radius_z; ++c)
                for (int a = -radius; a <= radius; ++a) {
                    const double rows = below + above + 1, s = static_cast<double>(spacing);
                    const double r = s * std::sqrt(a * a + rows * rows + c * c);
                    total += static_cast<double>(QuarticSpline<D>::w(splat(static_cast<float>(r) / h))[0]);
                }
    const double area = D == 3 ? static_cast<double>(spacing * spacing) : static_cast<double>(spacing);
    return total * static_cast<double>(QuarticSpline<D>(h).scale * volume * volume) / area;
}

TEST(InterfaceEnergy, EqualsTheSumOverPairsAcrossAFlatInterface) {
    for (const float h : {0.04f, 0.05f, 0.062f}) {
        const double energy_2d = energy_by_pairs<2>(0.02f, h, 0.0004f), energy_3d = energy_by_pairs<3>(0.02f, h, 8e-6f);
        const float found_2d = interface_energy<2, QuarticSpline<2>>(0.02f, h, 0.0004f);
        const float found_3d = interface_energy<3, QuarticSpline<3>>(0.02f, h, 8e-6f);
        EXPECT_NEAR(static_cast<double>(found_2d) / energy_2d, 1, 1e-5);
        EXPECT_NEAR(static_cast<double>(found_3d) / energy_3d, 1, 1e-5);
        EXPECT_GT(energy_2d, 0);
    }
}

}  // namespace
}  // namespace slosh::sph::phases_test
