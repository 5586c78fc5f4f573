#include "grid/pressure/pressure_solver.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "base/hash.h"
#include "support/allocations.h"
#include "support/pressure_systems.h"

namespace slosh::pressure_solver_test {
namespace {

using namespace test;

constexpr Preconditioner all[] = {Preconditioner::none,
                                  Preconditioner::jacobi,
                                  Preconditioner::ic0,
                                  Preconditioner::mic0,
                                  Preconditioner::incomplete_poisson,
                                  Preconditioner::multigrid};

std::string name_of(Preconditioner p) { return std::string(preconditioner_names[static_cast<int>(p)]); }

struct Solved {
    SimdArray<float> p;
    PressureSolver::Result result;
};

Solved solve(PressureSystem system, PressureSolver::Options options = {}, int workers = 1) {
    Jobs jobs(workers);
    PressureSolver solver;
    Solved solved{SimdArray<float>(system.grid.size()), {}};
    solved.result = solver.solve(system, solved.p, options, jobs);
    return solved;
}

uint64_t hash_of(std::span<const float> values) {
    uint64_t hash = 0;
    for (const float v : values) hash = mix(hash, v);
    return hash;
}

void expect_finite(const SimdArray<float>& p) {
    for (const float v : p.view()) ASSERT_TRUE(std::isfinite(v));
}

// Two ponds, fractional faces, ghost fluid and a pocket in the corner.
PressureSystem mixed_system(int nx, int ny, int nz) {
    PressureSystem system = make_system(
        {nx, ny, nz, 1},
        [=](int i, int j, int k) {
            if (i < 3 && j < 3 && k < 3) return i == 2 || j == 2 || k == 2 ? Cell::solid : Cell::fluid;
            if (i == nx / 3) return Cell::solid;
            return j < (i < nx / 3 ? ny / 2 : 2 * ny / 3) + i * k % 3 ? Cell::fluid : Cell::air;
        },
        [](int axis, int i, int j, int k) {
            const int draw = (axis + 3 * i + 5 * j + 7 * k) % 11;
            return Face{0.1f + 0.08f * static_cast<float>(draw), 0.05f + 0.09f * static_cast<float>(draw)};
        });
    random_b(system, 1);
    return system;
}

TEST(PressureSolver, SameBitsForAnyNumberOfWorkers) {
    for (const PressureSystem& system : {mixed_system(40, 37, 30), wavy_tank(61, 30, 43), demo_block(50000)})
        for (const Preconditioner preconditioner : all) {
            const PressureSolver::Options options{.preconditioner = preconditioner, .max_iterations = 12};
            const Solved alone = solve(system, options);
            for (const int workers : {2, 3, 4}) {
                const Solved together = solve(system, options, workers);
                EXPECT_EQ(hash_of(alone.p.view()), hash_of(together.p.view())) << name_of(preconditioner) << workers;
                EXPECT_EQ(alone.result.residual, together.result.residual);
            }
        }
}

TEST(PressureSolver, ReachesTheTolerance) {
    for (const Preconditioner preconditioner : all)
        for (const float tolerance : {1e-2f, 1e-3f, 1e-5f}) {
            PressureSystem system = mixed_system(20, 21, 22);
            Jobs jobs(1);
            PressureSolver solver;
            SimdArray<float> p(system.grid.size());
            const auto result = solver.solve(system, p, {preconditioner, tolerance, 400}, jobs);
            EXPECT_TRUE(result.converged) << name_of(preconditioner);
            EXPECT_LE(result.residual, tolerance);
            EXPECT_NEAR(relative_residual(system, p), static_cast<double>(result.residual), 1e-6);
            ASSERT_EQ(static_cast<int>(solver.history().size()), result.iterations + 1);
            EXPECT_EQ(solver.history().front(), 1.0f);
            EXPECT_EQ(solver.history().back(), result.residual);
        }
}

TEST(PressureSolver, StopsAtTheCap) {
    const Solved solved = solve(wavy_tank(20, 20, 20), {Preconditioner::none, 1e-6f, 0});
    EXPECT_EQ(solved.result.iterations, 0);
    PressureSystem system = wavy_tank(20, 20, 20);
    random_b(system, 1);
    const Solved capped = solve(system, {Preconditioner::jacobi, 1e-6f, 5});
    EXPECT_EQ(capped.result.iterations, 5);
    EXPECT_FALSE(capped.result.converged);
}

TEST(PressureSolver, StartsFromTheGuess) {
    for (const Preconditioner preconditioner : all) {
        PressureSystem system = mixed_system(20, 21, 22);
        Jobs jobs(1);
        PressureSolver solver;
        SimdArray<float> p(system.grid.size());
        const PressureSolver::Options options{preconditioner, 1e-4f, 400};
        const int cold = solver.solve(system, p, options, jobs).iterations;
        EXPECT_EQ(solver.solve(system, p, options, jobs).iterations, 0);
        for_fluid(system, [&](int i) { system.b[i] *= 1.001f; });
        EXPECT_LT(solver.solve(system, p, options, jobs).iterations, cold) << name_of(preconditioner);
    }
}

TEST(PressureSolver, SteppedSolveIsTheSame) {
    PressureSystem system = mixed_system(20, 21, 22);
    Jobs jobs(1);
    PressureSolver solver;
    EXPECT_TRUE(solver.vectors().pressure.empty());
    EXPECT_TRUE(solver.history().empty());
    EXPECT_FALSE(solver.iterate(jobs));
    SimdArray<float> p(system.grid.size());
    solver.begin(system, p, {}, jobs);
    EXPECT_FALSE(solver.vectors().residual.empty());
    EXPECT_TRUE(solver.vectors().search.empty());
    int steps = 1;
    while (solver.iterate(jobs)) {
        EXPECT_EQ(static_cast<int>(solver.history().size()), ++steps);
        // The residual belongs to the pressure, and `applied` to the search direction.
        const PressureSolver::Vectors v = solver.vectors();
        SimdArray<float> search(system.grid.size());
        std::copy(v.search.begin(), v.search.end(), search.data());
        for_fluid(system, [&](int i) {
            const size_t at = static_cast<size_t>(i);
            EXPECT_NEAR(v.residual[at], static_cast<double>(system.b[i]) - applied(system, p, i), 1e-5);
            EXPECT_NEAR(v.applied[at], applied(system, search, i), 1e-4);
        });
        EXPECT_EQ(v.pressure.data(), p.data());
    }
    EXPECT_FALSE(solver.iterate(jobs));
    const Solved at_once = solve(mixed_system(20, 21, 22));
    EXPECT_EQ(solver.result().iterations, at_once.result.iterations);
    EXPECT_EQ(hash_of(p.view()), hash_of(at_once.p.view()));
}

TEST(PressureSolver, AllocatesOnlyForANewGrid) {
    for (const Preconditioner preconditioner : all) {
        Jobs jobs(2);
        PressureSolver solver;
        PressureSystem first = wavy_tank(30, 28, 26), second = mixed_system(30, 28, 26);
        SimdArray<float> p(first.grid.size());
        solver.solve(first, p, {preconditioner}, jobs);
        const uint64_t before = allocations();
        solver.solve(second, p, {preconditioner}, jobs);
        solver.solve(first, p, {preconditioner}, jobs);
        EXPECT_EQ(allocations(), before) << name_of(preconditioner);
    }
}

// Earlier solves must not affect the result.
TEST(PressureSolver, IsIndependentOfEarlierSystems) {
    for (const Preconditioner preconditioner : all) {
        Jobs jobs(1);
        PressureSolver solver;
        const PressureSolver::Options options{preconditioner, 1e-4f, 30};
        for (PressureSystem before : {wavy_tank(24, 25, 26), demo_block(4000)}) {
            random_b(before, 3);
            SimdArray<float> p(before.grid.size());
            solver.solve(before, p, options, jobs);
            PressureSystem after = mixed_system(before.grid.nx, before.grid.ny, before.grid.nz);
            p.assign(after.grid.size());
            const Solved fresh = solve(after, options);
            solver.solve(after, p, options, jobs);
            EXPECT_EQ(hash_of(p.view()), hash_of(fresh.p.view())) << name_of(preconditioner);
        }
    }
}

TEST(PressureSolver, ZeroRightHandSideGivesZeroPressure) {
    PressureSystem system = wavy_tank(10, 11, 12);
    Jobs jobs(1);
    PressureSolver solver;
    SimdArray<float> p(system.grid.size(), 3);
    const auto result = solver.solve(system, p, {}, jobs);
    EXPECT_TRUE(result.converged);
    EXPECT_EQ(result.iterations, 0);
    for (const float v : p.view()) EXPECT_EQ(v, 0);
}

TEST(PressureSolver, NoFluidOrNoCells) {
    for (const Cell cell : {Cell::air, Cell::solid})
        for (const MacGrid& grid : {MacGrid(7, 5, 6, 1), MacGrid(1, 1, 1, 1), MacGrid(0, 0, 0, 1), MacGrid(0, 4, 5, 1)})
            for (const Preconditioner preconditioner : all) {
                const Solved solved = solve(make_system(grid, [=](int, int, int) { return cell; }), {preconditioner});
                EXPECT_TRUE(solved.result.converged);
                for (const float v : solved.p.view()) EXPECT_EQ(v, 0);
            }
}

TEST(PressureSolver, OneCell) {
    for (const Preconditioner preconditioner : all) {
        for (const MacGrid& grid : {MacGrid(1, 1, 1, 1), MacGrid(5, 6, 7, 1)}) {
            PressureSystem system = make_system(grid, [&](int i, int j, int k) {
                return i == grid.nx / 2 && j == grid.ny / 2 && k == grid.nz / 2 ? Cell::fluid : Cell::air;
            });
            const int at = grid.at(grid.nx / 2, grid.ny / 2, grid.nz / 2);
            system.diagonal[at] = 6, system.b[at] = 3;
            const Solved solved = solve(system, {preconditioner, 1e-6f});
            EXPECT_TRUE(solved.result.converged) << name_of(preconditioner);
            EXPECT_NEAR(solved.p[at], 0.5f, 1e-6f);
        }
        // Enclosed by walls, it has no equation.
        PressureSystem walled = make_system({1, 1, 1, 1}, [](int, int, int) { return Cell::fluid; });
        walled.b.assign(walled.grid.size(), 1);
        expect_finite(solve(walled, {preconditioner}).p);
    }
}

TEST(PressureSolver, ThinGrids) {
    for (const MacGrid& grid :
         {MacGrid(1, 3000, 1, 1), MacGrid(3000, 1, 1, 1), MacGrid(1, 1, 3000, 1), MacGrid(90, 1, 70, 1)})
        for (const Preconditioner preconditioner : all) {
            PressureSystem system =
                make_system(grid, [&](int i, int j, int k) { return i + j + k == 0 ? Cell::air : Cell::fluid; });
            random_b(system, 1);
            const Solved solved = solve(system, {preconditioner, 1e-4f, 100});
            expect_finite(solved.p);
            EXPECT_TRUE(solved.result.converged || preconditioner != Preconditioner::multigrid) << grid.nx;
        }
}

// Down to float precision, without divergence afterwards.
TEST(PressureSolver, ToleranceZeroRunsToTheCap) {
    for (const Preconditioner preconditioner : all)
        for (PressureSystem system : {mixed_system(14, 15, 13), wavy_tank(12, 9, 10)}) {
            random_b(system, 2);
            Jobs jobs(1);
            PressureSolver solver;
            SimdArray<float> p(system.grid.size());
            const auto result = solver.solve(system, p, {preconditioner, 0, 600}, jobs);
            EXPECT_TRUE(std::isfinite(result.residual));
            expect_finite(p);
            EXPECT_LT(relative_residual(system, p), 1e-5) << name_of(preconditioner);
        }
}

TEST(PressureSolver, IgnoresNaNOutsideTheFluidAndReportsItInside) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const Preconditioner preconditioner : all) {
        PressureSystem system = mixed_system(20, 21, 22);
        const Solved expected = solve(system, {preconditioner});
        // Only outside the fluid.
        for (int i = 0; i < system.grid.size(); ++i)
            if (!(system.diagonal[i] > 0)) system.b[i] = nan;
        Jobs jobs(1);
        PressureSolver solver;
        SimdArray<float> p(system.grid.size(), nan);
        solver.solve(system, p, {preconditioner}, jobs);
        EXPECT_EQ(hash_of(p.view()), hash_of(expected.p.view())) << name_of(preconditioner);
        system.b[system.grid.at(8, 1, 8)] = nan;
        EXPECT_FALSE(solver.solve(system, p, {preconditioner}, jobs).converged);
        for (const float v : p.view()) EXPECT_EQ(v, 0);
    }
}

TEST(PressureSolver, IsZeroOutsideTheFluid) {
    for (const Preconditioner preconditioner : all) {
        PressureSystem system = mixed_system(21, 22, 23);
        Jobs jobs(2);
        PressureSolver solver;
        SimdArray<float> p(system.grid.size(), 3);
        solver.solve(system, p, {preconditioner}, jobs);
        const PressureSolver::Vectors v = solver.vectors();
        for (size_t i = 0; i < v.pressure.size(); ++i) {
            if (system.diagonal[static_cast<int>(i)] > 0) continue;
            for (const auto& field : {v.pressure, v.residual, v.preconditioned, v.search, v.applied})
                ASSERT_EQ(field[i], 0) << name_of(preconditioner);
            EXPECT_TRUE(v.preconditioner_diagonal.empty() || v.preconditioner_diagonal[i] == 0);
        }
    }
}

// Half full of water, with a box of it sealed in the water and another in the air.
PressureSystem sealed_boxes(bool with_boxes) {
    const auto in = [](int v, int lo, int hi) { return v >= lo && v <= hi; };
    PressureSystem system = make_system({20, 22, 18, 1}, [=](int i, int j, int k) {
        for (const int bottom : {2, 14}) {
            if (in(i, 5, 10) && in(j, bottom, bottom + 3) && in(k, 6, 9)) return with_boxes ? Cell::fluid : Cell::solid;
            if (in(i, 4, 11) && in(j, bottom - 1, bottom + 4) && in(k, 5, 10)) return Cell::solid;
        }
        return j < 11 ? Cell::fluid : Cell::air;
    });
    random_b(system, 5);
    return system;
}

TEST(PressureSolver, EnclosedRegionsHaveZeroMean) {
    const PressureSystem outside = sealed_boxes(false), all_of_it = sealed_boxes(true);
    PressureSystem inside = all_of_it;
    for_fluid(outside, [&](int i) { inside.diagonal[i] = 0; });
    for (const Preconditioner preconditioner : all) {
        const PressureSolver::Options options{preconditioner, 1e-6f, 400};
        PressureSystem system = all_of_it;
        for_fluid(outside, [&](int i) { system.b[i] = outside.b[i]; });
        Jobs jobs(1);
        PressureSolver solver;
        SimdArray<float> p(system.grid.size(), 1);
        EXPECT_TRUE(solver.solve(system, p, options, jobs).converged) << name_of(preconditioner);
        const Solved without = solve(outside, options);
        for_fluid(outside, [&](int i) { ASSERT_NEAR(p[i], without.p[i], 1e-4f) << name_of(preconditioner); });
        for (const int bottom : {2, 14}) {
            double p_sum = 0, b_sum = 0, subtracted = 0;
            for (int k = 6; k <= 9; ++k)
                for (int j = bottom; j <= bottom + 3; ++j)
                    for (int i = 5; i <= 10; ++i) {
                        const int at = system.grid.at(i, j, k);
                        p_sum += static_cast<double>(p[at]);
                        b_sum += static_cast<double>(system.b[at]);
                        subtracted += static_cast<double>(all_of_it.b[at] - system.b[at]);
                        EXPECT_NEAR(all_of_it.b[at] - system.b[at],
                                    all_of_it.b[system.grid.at(5, bottom, 6)] - system.b[system.grid.at(5, bottom, 6)],
                                    1e-6f);
                        EXPECT_NEAR(applied(system, p, at), static_cast<double>(system.b[at]), 1e-4);
                    }
            EXPECT_NEAR(p_sum, 0, 1e-5);
            EXPECT_NEAR(b_sum, 0, 1e-5);
            EXPECT_GT(std::abs(subtracted), 0.1);
        }
    }
}

TEST(PressureSolver, ClosedTank) {
    for (const Preconditioner preconditioner : all)
        for (const float tolerance : {1e-4f, 0.0f}) {
            PressureSystem system = make_system(
                {23, 24, 25, 1}, [](int, int, int) { return Cell::fluid; },
                [](int axis, int i, int j, int k) {
                    return Face{i + j + k == 30 && axis == 1 ? 0.0f : 0.7f, 1};
                });
            random_b(system, 1);
            for_fluid(system, [&](int i) { system.b[i] += 0.5f; });
            const Solved solved = solve(system, {preconditioner, tolerance, 300}, 2);
            EXPECT_TRUE(solved.result.converged || tolerance == 0) << name_of(preconditioner);
            expect_finite(solved.p);
            double sum = 0, largest = 0;
            for_fluid(system, [&](int i) {
                sum += static_cast<double>(solved.p[i]);
                largest = std::max(largest, std::abs(static_cast<double>(solved.p[i])));
            });
            EXPECT_NEAR(sum / (23 * 24 * 25), 0, 1e-6);
            EXPECT_LT(largest, 10);
        }
}

// Every cell of the comb is under a roof; it is connected to air only through the back of the comb, at one end.
TEST(PressureSolver, RegionConnectedToAirAroundCornersIsNotEnclosed) {
    const auto layout = [](bool open) {
        return [=](int i, int j, int k) {
            if (i == 15) return j == 19 && open ? Cell::air : Cell::fluid;
            return k == 9 || j % 2 == 0 ? Cell::fluid : Cell::solid;
        };
    };
    for (const bool open : {true, false}) {
        PressureSystem system = make_system({16, 20, 10, 1}, layout(open));
        for_fluid(system, [&](int i) { system.b[i] = 1; });
        Jobs jobs(1);
        PressureSolver solver;
        SimdArray<float> p(system.grid.size());
        EXPECT_TRUE(solver.solve(system, p, {}, jobs).converged);
        // If it is closed, a uniform inflow is subtracted.
        EXPECT_EQ(system.b[system.grid.at(0, 0, 0)], open ? 1.0f : 0.0f);
        EXPECT_EQ(p[system.grid.at(0, 0, 0)] > 1, open);
    }
}

}  // namespace
}  // namespace slosh::pressure_solver_test
