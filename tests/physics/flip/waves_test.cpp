// Small waves of PIC/FLIP against linear theory, wherever the level lies within a cell. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "solvers/flip/flip.h"
#include "support/scenes.h"
#include "support/standing_wave.h"

namespace slosh::physics::waves_test {
namespace {

constexpr float edge = 1 / 32.0f;  // m, of a cell of the tank below
constexpr glm::vec3 tank_size = {1, 1, 0.25f};

// A tank filled from wall to wall, whose lattice of particles fits its cells where these have the edge of `cell`.
Scene filled_tank(glm::vec3 size, float depth, float cell) {
    const int count = static_cast<int>(8 * size.x * depth * size.z / (cell * cell * cell) + 0.5f);
    return box_scene<FlipDef>(3, size, {size.x, depth, size.z}, count);
}

std::string wave_label(const char* what, int mode, float cells) {
    char label[100];
    std::snprintf(label, sizeof label, "%s, mode %d, %.2f cells deep", what, mode, static_cast<double>(cells));
    return label;
}

TEST(FlipWaves, HaveTheFrequencyOfLinearTheoryAtAnyLevel) {
    for (const float level : {0.0f, 0.33f, 0.45f, 0.5f, 0.75f})
        for (const int mode : {1, 2}) {
            const float depth = 0.5f + level * edge;
            const Wave wave = standing_wave(filled_tank(tank_size, depth, edge), depth, mode, 0.02);
            expect_wave(wave_label("flip", mode, depth / edge), wave, mode == 1 ? 0.02 : 0.03);
        }
}

// The lattice breaks up earlier: that damps.
TEST(FlipWaves, HaveTheFrequencyOfLinearTheoryWhereTheLatticeDoesNotFitTheCells) {
    constexpr float depth = 0.3225f, cell = 1 / 40.0f;
    for (const int mode : {1, 2})
        expect_wave(wave_label("flip", mode, depth / cell),
                    standing_wave(filled_tank({0.8f, 0.62f, 0.3f}, depth, cell), depth, mode, 0.02), 0.05);
}

// A surface that is pushed where it passes through cell centres breaks up after some periods; then the wave died within
// ten more, or grew without end.
TEST(FlipWaves, NeitherDieNorGrowInTwelvePeriods) {
    for (const char* transfer : {"flip", "apic"}) {
        const float depth = 0.5f + 0.6f * edge;
        Scene scene = filled_tank(tank_size, depth, edge);
        ASSERT_EQ(set_param(scene, "transfer", transfer).status, SetResult::ok);
        expect_wave(wave_label(transfer, 1, depth / edge) + ", 12 periods", standing_wave(scene, depth, 1, 0.02, 12),
                    0.03);
    }
}

}  // namespace
}  // namespace slosh::physics::waves_test
