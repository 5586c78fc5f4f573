#include "grid/liquid/volume_correction.h"

#include <gtest/gtest.h>

#include "support/mac_tank.h"

namespace slosh::volume_correction_test {
namespace {

// The target, 1/s at a rate of 1/s, of a cell with an error of its density, inside the fluid or beside air, of which a
// part is open.
float target(float error, bool inside, float open_volume) {
    const MacGrid grid(nx, ny, nz, 0.1f);
    Jobs jobs(1);
    SimdArray<float> density(grid.size()), phi(grid.size()), open(grid.size()), result(grid.size());
    Faces fraction;
    fraction.assign(grid);
    for (int at = 0; at < grid.size(); ++at) {
        density[at] = 1, phi[at] = -1, open[at] = 1;
        for (SimdArray<float>& f : fraction.axis) f[at] = 1;
    }
    const int cell = grid.at(4, 3, 3);
    density[cell] = 1 + error, open[cell] = open_volume;
    if (!inside) phi[cell + 1] = 1;
    find_divergence_target(grid, density,
                           {.phi = phi, .face_fraction = fraction, .open_volume = open_volume < 1 ? &open : nullptr}, 1,
                           result, jobs);
    const float found = result[cell];
    result[cell] = 0;
    for (int at = 0; at < grid.size(); ++at) EXPECT_EQ(result[at], 0) << at;
    return found;
}

TEST(VolumeCorrection, ExpandsCrowdedCellsAndContractsSparseOnesInside) {
    for (const bool inside : {true, false}) {
        EXPECT_NEAR(target(0.05f, inside, 1), 0.05f, 1e-6f);
        EXPECT_EQ(target(0.01f, inside, 1), 0) << "noise";
        EXPECT_NEAR(target(3, inside, 1), 1, 1e-6f) << "limited";
    }
    EXPECT_NEAR(target(-0.05f, true, 1), -0.05f, 1e-6f);
    EXPECT_EQ(target(-0.05f, false, 1), 0) << "cells at the surface are not full";
}

TEST(VolumeCorrection, LeavesSmallErrorsOfCutCellsInside) {
    for (const float error : {0.05f, -0.05f}) EXPECT_EQ(target(error, true, 0.5f), 0) << error;
    for (const float error : {0.1f, -0.1f}) EXPECT_NEAR(target(error, true, 0.5f), error, 1e-6f) << error;
    EXPECT_NEAR(target(0.05f, false, 0.5f), 0.05f, 1e-6f) << "drops and surfaces";
}

}  // namespace
}  // namespace slosh::volume_correction_test
