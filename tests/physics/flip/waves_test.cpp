// Small waves of PIC/FLIP against linear theory, wherever the level lies within a cell. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>

#include "solvers/flip/flip.h"
#include "support/scenes.h"
#include "support/standing_wave.h"

namespace slosh::physics::waves_test {
namespace {

TEST(FlipWaves, HaveTheFrequencyOfLinearTheoryAtAnyLevel) {
    struct Tank {
        glm::vec3 size;
        float depth, edge;
        double max_damping;
    };
    constexpr float edge = 1 / 32.0f;
    // The lattice of the last tank does not fit its cells, and breaks up earlier: that damps.
    const Tank tanks[] = {{{1, 1, 0.25f}, 0.5f, edge, 0.04},
                          {{1, 1, 0.25f}, 0.5f + 0.33f * edge, edge, 0.04},
                          {{1, 1, 0.25f}, 0.5f + 0.5f * edge, edge, 0.04},
                          {{1, 1, 0.25f}, 0.5f + 0.75f * edge, edge, 0.04},
                          {{0.8f, 0.62f, 0.3f}, 0.3225f, 1 / 40.0f, 0.1}};
    for (const Tank& tank : tanks)
        for (const int mode : {1, 2}) {
            const float cells = tank.size.x * tank.depth * tank.size.z / (tank.edge * tank.edge * tank.edge);
            const int count = static_cast<int>(8 * cells + 0.5f);
            const Scene scene = box_scene<FlipDef>(3, tank.size, {tank.size.x, tank.depth, tank.size.z}, count);
            const Wave wave = standing_wave(scene, tank.depth, mode, 0.02);
            char label[100];
            std::snprintf(label, sizeof label, "flip, mode %d, %.2f cells deep", mode,
                          static_cast<double>(tank.depth / tank.edge));
            expect_wave(label, wave, tank.max_damping);
        }
}

}  // namespace
}  // namespace slosh::physics::waves_test
