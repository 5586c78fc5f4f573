// Small waves of WCSPH against linear theory. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/wcsph/wcsph.h"
#include "support/standing_wave.h"
#include "support/water.h"

namespace slosh::physics::wcsph_waves_test {
namespace {

void expect_standing_wave(int particles, int mode, double max_damping) {
    const std::string label = solver_label("wcsph", 2, particles) + ", mode " + std::to_string(mode);
    expect_wave(label, standing_wave(half_full_tank<WcsphDef>(2, particles), 0.5f, mode, 0.03), max_damping);
}

TEST(WcsphWaves, HaveTheFrequencyOfLinearTheoryAndLast) {
    expect_standing_wave(3200, 1, 0.06);
    expect_standing_wave(3200, 2, 0.09);
}

TEST(WcsphWaves, OfFineWaterLastLonger) {
    expect_standing_wave(6400, 1, 0.04);
    expect_standing_wave(6400, 2, 0.06);
}

}  // namespace
}  // namespace slosh::physics::wcsph_waves_test
