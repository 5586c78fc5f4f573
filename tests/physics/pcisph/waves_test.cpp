// Small waves of PCISPH against linear theory. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/pcisph/pcisph.h"
#include "support/figure.h"
#include "support/scenes.h"
#include "support/standing_wave.h"
#include "support/water.h"

namespace slosh::physics::pcisph_waves_test {
namespace {

TEST(PcisphWaves, HaveTheFrequencyOfLinearTheoryAndLast) {
    struct Case {
        int particles, mode;
        double max_damping;
    };
    for (const auto& [particles, mode, max_damping] :
         {Case{3200, 1, 0.12}, {3200, 2, 0.22}, {12800, 1, 0.06}, {12800, 2, 0.1}}) {
        const Wave wave = standing_wave(half_full_tank<PcisphDef>(2, particles), 0.5f, mode, 0.03);
        const std::string label = solver_label("pcisph", 2, particles) + ", mode " + std::to_string(mode);
        expect_figure({"standing wave, frequency over that of linear theory", label, "1"}, wave.frequency,
                      within(0.02, 1));
        expect_figure({"standing wave, amplitude lost in a period", label, "0"}, wave.damping, within(max_damping, 0));
    }
}

}  // namespace
}  // namespace slosh::physics::pcisph_waves_test
