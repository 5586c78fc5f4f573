// Small waves of PCISPH against linear theory. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/pcisph/pcisph.h"
#include "support/standing_wave.h"
#include "support/water.h"

namespace slosh::physics::pcisph_waves_test {
namespace {

void expect_standing_wave(int particles, int mode, double max_damping) {
    const std::string label = solver_label("pcisph", 2, particles) + ", mode " + std::to_string(mode);
    expect_wave(label, standing_wave(half_full_tank<PcisphDef>(2, particles), 0.5f, mode, 0.03), max_damping);
}

TEST(PcisphWaves, HaveTheFrequencyOfLinearTheoryAndLast) {
    expect_standing_wave(3200, 1, 0.12);
    expect_standing_wave(3200, 2, 0.22);
}

TEST(PcisphWaves, OfFineWaterLastLonger) {
    expect_standing_wave(6400, 1, 0.08);
    expect_standing_wave(6400, 2, 0.12);
}

}  // namespace
}  // namespace slosh::physics::pcisph_waves_test
