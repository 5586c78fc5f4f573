// Slices of the grid of a solver: their values against the arrays and against known flows.
#include "solver/grid_slice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "settings/settings.h"
#include "support/figure.h"
#include "support/scenes.h"
#include "support/slices.h"
#include "support/worst.h"

namespace slosh::grid_slice_test {
namespace {

constexpr float edge = 0.1f;

// A block of water in the corner of a tank at the origin; sizes in cells.
Scene corner_block(glm::vec3 tank, glm::vec3 block) {
    const float particles = 8 * block.x * block.y * block.z;
    return box_scene<FlipDef>(3, tank * edge, block * edge, static_cast<int>(particles + 0.5f));
}

// f(cell) for every cell inside.
template <class F>
void for_cells(const MacGrid& grid, F&& f) {
    for (int k = 0; k < grid.nz; ++k)
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i) f(grid.at(i, j, k));
}

TEST(GridSlice, SolversWithoutAGridShowNone) {
    Jobs jobs(1);
    for (const char* name : {"blobs", "dam-break"}) {
        Scene scene = *find_scene(name);
        ASSERT_EQ(set_param(scene, "particles", "200").status, SetResult::ok);
        EXPECT_TRUE(make_solver(scene, jobs)->grid().empty()) << name;
        EXPECT_EQ(set_param(scene, "slice", "pressure").status, SetResult::refused) << name;
    }
    Scene scene = *find_scene("flip-ball");
    EXPECT_EQ(set_param(scene, "slice", "pressure").status, SetResult::ok);
    EXPECT_EQ(scene.slice.shown, Slice::Quantity::pressure);
}

TEST(GridSlice, CellsOfABlockAreFluid) {
    Scene scene = corner_block({9, 7, 5}, {4, 3, 2});
    scene.domain.gravity = {0, 0, 0};
    def_of<FlipDef>(scene).surface = FreeSurfaceModel::cells;
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    solver->step(1e-4f, {}, {});
    const GridView view = solver->grid();
    ASSERT_EQ(glm::ivec3(view.grid.nx, view.grid.ny, view.grid.nz), glm::ivec3(9, 7, 5));
    const int inside[] = {4, 3, 2}, cells[] = {9, 7, 5};
    GridLayer layer;
    for (int axis = 0; axis < 3; ++axis)
        for (int at = 0; at < cells[axis]; ++at) {
            cut(view,
                slice_of(Slice::Quantity::cell_type, axis,
                         (static_cast<float>(at) + 0.5f) / static_cast<float>(cells[axis])),
                layer);
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            ASSERT_EQ(layer.across, cells[u]);
            ASSERT_EQ(layer.up, cells[v]);
            EXPECT_NEAR(layer.corner[axis], (static_cast<float>(at) + 0.5f) * edge, 1e-6f);
            EXPECT_NEAR(layer.u[u], static_cast<float>(cells[u]) * edge, 1e-6f);
            EXPECT_NEAR(layer.v[v], static_cast<float>(cells[v]) * edge, 1e-6f);
            for (int j = 0; j < layer.up; ++j)
                for (int i = 0; i < layer.across; ++i) {
                    const bool fluid = at < inside[axis] && i < inside[u] && j < inside[v];
                    EXPECT_EQ(layer.types[static_cast<size_t>(i + j * layer.across)],
                              fluid ? CellType::fluid : CellType::air)
                        << "axis " << axis << ", layer " << at << ", cell " << i << ", " << j;
                }
        }
}

// Faces that a test fills itself.
struct OwnGrid {
    GridView view;
    Faces velocity, open;
    SimdArray<float> surface, source, b;

    explicit OwnGrid(MacGrid grid) {
        view.grid = grid, view.edge = {0.1f, 0.2f, 0.25f};
        velocity.assign(grid), open.assign(grid);
        surface.assign(grid.size(), -1), source.assign(grid.size()), b.assign(grid.size());
        for (int d = 0; d < 3; ++d)
            for (int at = 0; at < grid.size(); ++at) open.axis[d][at] = 1;
        show();
    }
    void show() {
        for (size_t d = 0; d < 3; ++d)
            view.velocity[d] = velocity.axis[d].view(), view.face_fraction[d] = open.axis[d].view();
        view.phi = surface.view(), view.divergence_target = source.view(), view.b = b.view();
    }
};

TEST(GridSlice, VelocityAndDivergenceOfAKnownFlow) {
    const MacGrid grid(6, 5, 4, 0.1f);
    OwnGrid own(grid);
    // u = (2 x, -3 y, 0.5 z): its divergence is -0.5 everywhere.
    const float slope[] = {2, -3, 0.5f};
    for (int k = 0; k <= grid.nz; ++k)
        for (int j = 0; j <= grid.ny; ++j)
            for (int i = 0; i <= grid.nx; ++i) {
                const int index[] = {i, j, k};
                for (int d = 0; d < 3; ++d)
                    own.velocity.axis[d][grid.at(i, j, k)] = slope[d] * static_cast<float>(index[d]) * own.view.edge[d];
            }
    const int cell = grid.at(3, 1, 2);
    const float centre[] = {3.5f * 0.1f * 2, 1.5f * 0.2f * -3, 2.5f * 0.25f * 0.5f};
    for (int d = 0; d < 3; ++d) EXPECT_NEAR(value_of(own.view, Slice::velocity_along(d), cell), centre[d], 1e-6f);
    EXPECT_NEAR(value_of(own.view, Slice::Quantity::speed, cell), std::hypot(centre[0], centre[1], centre[2]), 1e-6f);
    for_cells(grid, [&](int at) { EXPECT_NEAR(value_of(own.view, Slice::Quantity::divergence, at), -0.5f, 1e-4f); });
    // Half of the upper face along x is closed, which halves the flux through it.
    own.open.axis[0][cell + 1] = 0.5f;
    EXPECT_NEAR(value_of(own.view, Slice::Quantity::divergence, cell), -0.5f - 0.5f * (2 * 4 * 0.1f) / 0.1f, 1e-4f);
    // The target minus the right-hand side.
    own.source[cell] = 0.25f, own.b[cell] = 1;
    EXPECT_EQ(value_of(own.view, Slice::Quantity::divergence_before, cell), -0.75f);
    // A cell whose faces are all closed is solid, whatever its level set.
    EXPECT_EQ(type_of(own.view, cell), CellType::fluid);
    for (int d = 0; d < 3; ++d) own.open.axis[d][cell] = own.open.axis[d][cell + grid.stride(d)] = 0;
    EXPECT_EQ(type_of(own.view, cell), CellType::solid);
    own.surface[grid.at(0, 0, 0)] = 0.3f;
    EXPECT_EQ(type_of(own.view, grid.at(0, 0, 0)), CellType::air);
}

TEST(GridSlice, DivergenceMatchesTheResidualOfTheSolver) {
    for (const float tolerance : {1e-2f, 1e-4f}) {
        Scene scene = corner_block({20, 12, 10}, {8, 8, 10});
        def_of<FlipDef>(scene).tolerance = tolerance, def_of<FlipDef>(scene).substeps = 1;
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        for (int i = 0; i < 12; ++i) solver->step(1 / 60.0f, {}, {});
        const GridView view = solver->grid();
        double left = 0, before = 0, source_squared = 0, max_difference = 0;
        for_cells(view.grid, [&](int at) {
            if (type_of(view, at) != CellType::fluid) return;
            const auto cell = static_cast<size_t>(at);
            const auto value = [&](Slice::Quantity q) { return static_cast<double>(value_of(view, q, at)); };
            const double source = static_cast<double>(view.divergence_target[cell]),
                         after = value(Slice::Quantity::divergence);
            keep_worst(max_difference, std::abs(source - after - value(Slice::Quantity::residual)));
            left += (source - after) * (source - after);
            before += value(Slice::Quantity::divergence_before) * value(Slice::Quantity::divergence_before);
            source_squared += (source - value(Slice::Quantity::divergence_before)) *
                              (source - value(Slice::Quantity::divergence_before));
        });
        const double residual = std::sqrt(left / source_squared);
        const double reported = static_cast<double>(view.residuals.back());
        const std::string label = "flip, tolerance " + figure_number(static_cast<double>(tolerance));
        expect_figure({"divergence left on the faces, of the system's right side", label, "the tolerance"}, residual,
                      at_most(1.02 * static_cast<double>(tolerance)));
        // The rounding of the face velocities to float adds to it.
        EXPECT_NEAR(residual, reported, 0.03 * reported + 1e-5);
        EXPECT_LT(max_difference, 1e-3 * std::sqrt(before)) << "in each cell it is the solver's residual";
        EXPECT_EQ(view.residuals.size(), static_cast<size_t>(solver->stats().iterations) + 1);
    }
}

TEST(GridSlice, PressureAtRestIsHydrostatic) {
    const Scene scene = corner_block({6, 12, 6}, {6, 8, 6});
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    for (int i = 0; i < 90; ++i) solver->step(1 / 60.0f, {}, {});
    GridLayer layer;
    cut(solver->grid(), slice_of(Slice::Quantity::pressure, 1, 0), layer);
    const double mean =
        std::accumulate(layer.values.begin(), layer.values.end(), 0.0) / static_cast<double>(layer.values.size());
    const double depth = (8 - 0.5) * static_cast<double>(edge);
    expect_figure({"pressure in the lowest cells of a tank at rest, of rho g depth", "flip, 8 cells deep", "1"},
                  mean / (1000 * 9.81 * depth), within(0.03, 1));
}

TEST(GridSlice, SameForAnyNumberOfWorkersAndChangesNothing) {
    std::vector<float> shown[2];
    std::vector<float> heights[2];
    for (const int workers : {1, 2}) {
        Scene scene = corner_block({16, 10, 8}, {6, 8, 8});
        def_of<FlipDef>(scene).preconditioner = Preconditioner::mic0;
        Jobs jobs(workers);
        const auto solver = make_solver(scene, jobs);
        GridLayer layer;
        for (int i = 0; i < 10; ++i) {
            solver->step(1 / 60.0f, {}, {});
            if (workers == 1 && i < 9) continue;
            for (size_t k = 1; k < std::size(Slice::quantity_names); ++k) {
                const auto quantity = static_cast<Slice::Quantity>(k);
                cut(solver->grid(), slice_of(quantity, static_cast<int>(k % 3), 0.4f), layer);
                if (i < 9) continue;
                auto& all = shown[workers - 1];
                all.insert(all.end(), layer.values.begin(), layer.values.end());
                for (const CellType type : layer.types) all.push_back(static_cast<float>(type));
                const bool in_air = slice_of(quantity).extends_into_air();
                if (quantity > Slice::Quantity::cell_type) {
                    EXPECT_GT(layer.max_magnitude(in_air), 0) << Slice::quantity_names[k];
                    EXPECT_TRUE(std::isfinite(layer.max_magnitude(in_air))) << Slice::quantity_names[k];
                }
            }
        }
        const ParticleView p = solver->particles();
        heights[workers - 1].assign(p.y.begin(), p.y.begin() + p.count);
    }
    EXPECT_EQ(shown[0], shown[1]);
    EXPECT_EQ(heights[0], heights[1]);
}

}  // namespace
}  // namespace slosh::grid_slice_test
