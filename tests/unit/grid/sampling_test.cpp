#include "grid/sampling.h"

#include <gtest/gtest.h>

#include "grid/transfer_weights.h"
#include "support/mac_tank.h"

namespace slosh::sampling_test {
namespace {

TEST(MacSampler, AgreesWithTheStencilOfACellAndIsExactForLinearFields) {
    MacTank tank;
    tank.fill(scattered(1000, {0, 0, 0}, {nx, ny, nz}), still);
    Faces u;
    u.assign(tank.grid);
    const auto field = [](int axis, glm::vec3 coord) {
        return static_cast<float>(axis + 1) * coord.x - coord.y + 0.3f * coord.z;
    };
    for (int axis = 0; axis < 3; ++axis)
        for (int k = -1; k <= nz; ++k)
            for (int j = -1; j <= ny; ++j)
                for (int i = -1; i <= nx; ++i) {
                    glm::vec3 coord(i, j, k);
                    for (int d = 0; d < 3; ++d) coord[d] += d == axis ? 0 : 0.5f;
                    u.axis[axis][tank.grid.at(i, j, k)] = field(axis, coord);
                }
    const MacSampler sampler(tank.grid);
    Faces other;
    other.assign(tank.grid);
    for (int axis = 0; axis < 3; ++axis)
        for (int at = 0; at < tank.grid.size(); ++at) other.axis[axis][at] = 3 - 2 * u.axis[axis][at];
    tank.scratch.velocity_delta.interleave(tank.grid, tank.cells, 1, other, tank.jobs);
    tank.scratch.velocity.interleave(tank.grid, tank.cells, 1, u, tank.jobs);
    const InterleavedFaces::View views[2] = {tank.scratch.velocity.view(tank.grid),
                                             tank.scratch.velocity_delta.view(tank.grid)};
    for (int slot = 0; slot < tank.particles.count; ++slot) {
        const glm::vec3 coord = tank.cell_coord(slot);
        const int i = std::min(static_cast<int>(coord.x), nx - 1), j = std::min(static_cast<int>(coord.y), ny - 1),
                  k = std::min(static_cast<int>(coord.z), nz - 1);
        const Float4 at[3] = {splat(coord.x), splat(coord.y), splat(coord.z)};
        const Float4 frac[3] = {at[0] - static_cast<float>(i), at[1] - static_cast<float>(j),
                                at[2] - static_cast<float>(k)};
        Float4 here[3][1], there[3], slopes[3][3], both[3][2];
        const TrilinearStencil corners = sampler.stencil_at(at);
        EXPECT_EQ(sampler.cell(corners)[1], tank.grid.at(i, j, k));
        sampler.sample<1>(corners, {views[0]}, here), sampler.sample<2>(corners, views, both);
        CellSampler(tank.grid, u, tank.grid.at(i, j, k))
            .sample(cell_weights(frac), transverse_gradients(frac), there, slopes);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(here[axis][0][0], field(axis, coord), 1e-4);
            EXPECT_NEAR(there[axis][2], field(axis, coord), 1e-4);
            EXPECT_NEAR(slopes[axis][0][1], axis + 1, 1e-4);
            EXPECT_NEAR(slopes[axis][1][2], -1, 1e-4);
            EXPECT_NEAR(slopes[axis][2][3], 0.3, 1e-4);
            EXPECT_NEAR(both[axis][0][3], field(axis, coord), 1e-4);
            EXPECT_NEAR(both[axis][1][0], 3 - 2 * field(axis, coord), 2e-4);
        }
    }
}

}  // namespace
}  // namespace slosh::sampling_test
