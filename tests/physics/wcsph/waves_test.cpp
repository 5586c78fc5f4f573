// Small waves of WCSPH against linear theory. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/wcsph/wcsph.h"
#include "support/figure.h"
#include "support/scenes.h"
#include "support/standing_wave.h"
#include "support/water.h"

namespace slosh::physics::wcsph_waves_test {
namespace {

TEST(WcsphWaves, HaveTheFrequencyOfLinearTheoryAndLast) {
    struct Case {
        int particles, mode;
        double max_damping;
    };
    for (const auto& [particles, mode, max_damping] :
         {Case{3200, 1, 0.06}, {3200, 2, 0.12}, {12800, 1, 0.06}, {12800, 2, 0.06}}) {
        const Wave wave = standing_wave(half_full_tank<WcsphDef>(2, particles), 0.5f, mode, 0.03);
        const std::string label = solver_label("wcsph", 2, particles) + ", mode " + std::to_string(mode);
        expect_figure({"standing wave, frequency over that of linear theory", label, "1"}, wave.frequency,
                      within(0.02, 1));
        expect_figure({"standing wave, amplitude lost in a period", label, "0"}, wave.damping, within(max_damping, 0));
    }
}

}  // namespace
}  // namespace slosh::physics::wcsph_waves_test
