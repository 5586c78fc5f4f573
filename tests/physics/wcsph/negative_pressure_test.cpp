// Fluid under tension clumps, but stays in control.
#include <gtest/gtest.h>

#include <cstdio>

#include "support/scenes.h"
#include "support/worst.h"

namespace slosh::physics::wcsph_negative_pressure_test {
namespace {

// A particle that leaves the fluid has up to seven times its volume: tension without a bound would throw it away. That
// of 0.3 rho c^2 is worth sqrt(0.6) c = 26 m/s in a dam break, whose water falls at 4 m/s.
TEST(WcsphNegativePressure, ThrowsNoParticleAway) {
    for (const char* scene_name : {"dam-break", "tank-3d", "fountain", "dam-break-3d"})
        for (const char* particles : {"700", "1800"})
            for (const char* smoothing : {"2", "2.6", "3.4"}) {
                Jobs jobs(2);
                const auto solver = make_solver(
                    scene_with(scene_name,
                               {{"particles", particles}, {"smoothing", smoothing}, {"negative-pressure", "true"}}),
                    jobs);
                float fastest = 0;
                for (int frame = 0; frame < 60; ++frame) {
                    solver->step(display_step, {}, {});
                    keep_worst(fastest, solver->stats().max_speed);
                }
                std::printf("%s, %s particles, support of %s spacings: at most %.1f m/s\n", scene_name, particles,
                            smoothing, static_cast<double>(fastest));
                EXPECT_LT(fastest, 30) << scene_name << ", " << particles << " particles, " << smoothing;
            }
}

}  // namespace
}  // namespace slosh::physics::wcsph_negative_pressure_test
