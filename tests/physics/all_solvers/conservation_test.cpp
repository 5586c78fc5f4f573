// Energy, mirror images and spin in every solver of water, with default parameters.
#include <gtest/gtest.h>

#include "solvers/flip/flip.h"
#include "solvers/mueller/mueller_sph.h"
#include "solvers/pcisph/pcisph.h"
#include "solvers/wcsph/wcsph.h"
#include "support/conservation.h"
#include "support/water.h"

namespace slosh::physics::conservation_test {
namespace {

template <class Def>
void expect_no_energy_gained(const char* solver, int dimensions, std::initializer_list<int> counts) {
    for (const float aspect : {1.0f, 2.0f})
        for (const int particles : counts) {
            const std::string column = aspect > 1 ? ", a column twice as high" : "";
            expect_figure({"energy that a dam break gains since any moment before, of that at the start",
                           solver_label(solver, dimensions, particles) + column, "0"},
                          energy_rise<Def>(dimensions, particles, aspect), at_most(0.01));
        }
}

TEST(Conservation, DamBreaksGainNoEnergy) {
    expect_no_energy_gained<WcsphDef>("wcsph", 2, {1000, 4096});
    expect_no_energy_gained<PcisphDef>("pcisph", 2, {1000, 4096, 16000});
    expect_no_energy_gained<PcisphDef>("pcisph", 3, {8000});
    expect_no_energy_gained<FlipDef>("flip", 3, {4096, 16000});
}

template <class Def>
void expect_no_energy_from_impacts(const char* solver, int dimensions, std::initializer_list<int> counts) {
    for (const int particles : counts) {
        const std::string label = solver_label(solver, dimensions, particles);
        for (const float height : {0.3f, 1.0f, 1.7f})
            expect_figure({"highest energy of a block that falls, of that at the start",
                           label + ", from " + write_number(static_cast<double>(height), 2) + " m", "at most 1"},
                          highest_energy_of_fall<Def>(dimensions, particles, height), at_most(1.01));
        for (const glm::vec3 velocity : {glm::vec3(1, 0, 0), glm::vec3(3, 0, 0), glm::vec3(5, -5, 0)})
            expect_figure(
                {"highest energy in a container that is jerked, of that after the blow",
                 label + ", " + write_number(static_cast<double>(glm::length(velocity)), 2) + " m/s", "at most 1"},
                highest_energy_of_blow<Def>(dimensions, particles, velocity), at_most(1.01));
    }
}

TEST(Conservation, ImpactsGainNoEnergy) {
    expect_no_energy_from_impacts<WcsphDef>("wcsph", 2, {1000, 4000});
    expect_no_energy_from_impacts<PcisphDef>("pcisph", 2, {1000, 4000});
    expect_no_energy_from_impacts<PcisphDef>("pcisph", 3, {4000});
    expect_no_energy_from_impacts<FlipDef>("flip", 3, {4000});
}

template <class Def>
void expect_equal_images(const char* solver, int dimensions, int particles, double bar) {
    for (const bool turned : {false, true})
        expect_figure({turned ? "a falling block turned by 90 degrees with gravity, off by, in spacings"
                              : "a falling block and its mirror image after 0.1 s, off by, in spacings",
                       solver_label(solver, dimensions, particles), "0"},
                      distance_from_image<Def>(dimensions, particles, turned), at_most(bar));
}

// In single precision 2e-4 spacings are some twenty units in the last place of a position; WCSPH takes the most
// sub-steps.
TEST(Conservation, ImagesOfAFallingBlockStayEqual) {
    expect_equal_images<WcsphDef>("wcsph", 2, 2000, 7e-4);
    expect_equal_images<WcsphDef>("wcsph", 3, 4000, 2e-4);
    expect_equal_images<PcisphDef>("pcisph", 2, 2000, 2e-4);
    expect_equal_images<PcisphDef>("pcisph", 3, 4000, 2e-4);
    expect_equal_images<FlipDef>("flip", 3, 8000, 2e-4);
}

template <class Def>
void expect_spin_kept(const char* solver, int particles) {
    const Spin spin = spin_after<Def>(particles, 10);
    expect_figure(
        {"spin of water in a round tank after 10 s, of that at the start", solver_label(solver, 2, particles), "1"},
        spin.angular_momentum, {0.98, 1.001});
    expect_figure({"its energy, of that at the start", solver_label(solver, 2, particles), "1"}, spin.energy,
                  {0.98, 1.001});
}

TEST(Conservation, WaterInARoundTankKeepsItsSpin) {
    for (const int particles : {3000, 12000}) expect_spin_kept<WcsphDef>("wcsph", particles);
    expect_spin_kept<PcisphDef>("pcisph", 3000);
}

// Each of three sizes halves the spacing of the one before: the front converges with the order
// log2((f1 - f2) / (f2 - f3)), about 1, as the sums of SPH at free surfaces and walls do.
template <class Def>
void expect_fronts_converge(const char* solver) {
    for (const float aspect : {1.0f, 2.0f}) {
        const std::vector<double> coarse = front_of<Def>(2, 1000, aspect), middle = front_of<Def>(2, 4000, aspect),
                                  fine = front_of<Def>(2, 16000, aspect);
        const std::string label = std::string(solver) + (aspect > 1 ? " 2D, a column twice as high" : " 2D");
        expect_figure({"order of convergence of a dam break's front at T = 3.1, 1,000 to 16,000 particles", label, "1"},
                      std::log2((middle.back() - coarse.back()) / (fine.back() - middle.back())), at_least(0.8));
        for (size_t k = 0; k < fine.size(); ++k)
            expect_figure({"front of a dam break with 16,000 particles, of that with 4,000", label, "1"},
                          fine[k] / middle[k], {0.975, 1.025});
    }
}

TEST(Conservation, FrontsOfDamBreaksConverge) {
    expect_fronts_converge<WcsphDef>("wcsph");
    expect_fronts_converge<PcisphDef>("pcisph");
}

// Three independent methods, without any fitted shift.
TEST(Conservation, FrontsOfDamBreaksAgree) {
    const double times[] = {0.85, 1.75, 3.1};
    for (const float aspect : {1.0f, 2.0f}) {
        const std::vector<double> wcsph = front_of<WcsphDef>(2, 4000, aspect),
                                  pcisph = front_of<PcisphDef>(2, 4000, aspect),
                                  flip = front_of<FlipDef>(3, 30000, aspect);
        for (size_t k = 0; k < wcsph.size(); ++k) {
            const auto [lowest, highest] = std::minmax({wcsph[k], pcisph[k], flip[k]});
            char label[120];
            std::snprintf(label, sizeof label, "wcsph %.2f, pcisph %.2f, flip %.2f widths at T = %.2f, aspect %.0f",
                          wcsph[k], pcisph[k], flip[k], times[k], static_cast<double>(aspect));
            expect_figure({"fronts of a dam break by three methods, largest over smallest", label, "1"},
                          highest / lowest, at_most(1.04));
        }
    }
}

}  // namespace
}  // namespace slosh::physics::conservation_test
