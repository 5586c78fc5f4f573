// Small waves of PCISPH against linear theory. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/pcisph/pcisph.h"
#include "support/standing_wave.h"

namespace slosh::physics::pcisph_waves_test {
namespace {

TEST(PcisphWaves, HaveTheFrequencyOfLinearTheoryAndLast) {
    expect_standing_wave<PcisphDef>(3200, 1, 0.12);
    expect_standing_wave<PcisphDef>(3200, 2, 0.22);
}

TEST(PcisphWaves, OfFineWaterLastLonger) {
    expect_standing_wave<PcisphDef>(6400, 1, 0.08);
    expect_standing_wave<PcisphDef>(6400, 2, 0.12);
}

}  // namespace
}  // namespace slosh::physics::pcisph_waves_test
