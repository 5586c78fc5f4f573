// Small waves of WCSPH against linear theory. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/wcsph/wcsph.h"
#include "support/standing_wave.h"

namespace slosh::physics::wcsph_waves_test {
namespace {

TEST(WcsphWaves, HaveTheFrequencyOfLinearTheoryAndLast) {
    expect_standing_wave<WcsphDef>(3200, 1, 0.06);
    expect_standing_wave<WcsphDef>(3200, 2, 0.09);
}

TEST(WcsphWaves, OfFineWaterLastLonger) {
    expect_standing_wave<WcsphDef>(6400, 1, 0.04);
    expect_standing_wave<WcsphDef>(6400, 2, 0.06);
}

}  // namespace
}  // namespace slosh::physics::wcsph_waves_test
