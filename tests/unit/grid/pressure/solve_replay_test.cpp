// The replay of a pressure solve has the bits of the original solve at every iteration.
#include "grid/pressure/solve_replay.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "analysis/stats.h"
#include "scenes/scene.h"

namespace slosh::solve_replay_test {
namespace {

struct Kept {
    std::vector<float> pressure, residual, preconditioned, search, applied, diagonal;

    explicit Kept(const PressureSolver::Vectors& v) {
        const auto copy = [](std::span<const float> from) { return std::vector<float>(from.begin(), from.end()); };
        pressure = copy(v.pressure), residual = copy(v.residual), preconditioned = copy(v.preconditioned);
        search = copy(v.search), applied = copy(v.applied), diagonal = copy(v.preconditioner_diagonal);
    }
    // By their bits.
    bool operator==(const Kept& other) const {
        const auto same = [](const std::vector<float>& a, const std::vector<float>& b) {
            return a.size() == b.size() &&
                   (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
        };
        return same(pressure, other.pressure) && same(residual, other.residual) &&
               same(preconditioned, other.preconditioned) && same(search, other.search) &&
               same(applied, other.applied) && same(diagonal, other.diagonal);
    }
};

Scene dam(Preconditioner preconditioner) {
    Scene scene = *find_scene("flip-dam-break");
    FlipDef& def = std::get<FlipDef>(scene.solver);
    def.particles = 4000, def.preconditioner = preconditioner, def.tolerance = 1e-5f;
    return scene;
}

std::unique_ptr<Solver> after_steps(const Scene& scene, int steps, Jobs& jobs) {
    auto solver = make_solver(scene, jobs);
    solver->record_solves(true);
    for (int i = 0; i < steps; ++i) solver->step(1 / 60.0f, {}, {});
    return solver;
}

class SolveReplayMethods : public testing::TestWithParam<int> {};

TEST_P(SolveReplayMethods, LastIterationEqualsTheSolve) {
    const Scene scene = dam(static_cast<Preconditioner>(GetParam()));
    Jobs jobs(2);
    const auto solver = after_steps(scene, 7, jobs);
    const GridView view = solver->grid();
    const Kept solved(view.vectors);
    const int last = static_cast<int>(view.residuals.size()) - 1;
    ASSERT_GT(last, 3);
    EXPECT_TRUE(Kept(solver->grid_at(last).vectors) == solved);
    EXPECT_FALSE(Kept(solver->grid_at(last - 1).vectors) == solved);
    EXPECT_TRUE(Kept(solver->grid_at(1000).vectors) == solved) << "all there are";
    EXPECT_TRUE(Kept(solver->grid().vectors) == solved) << "its own values are unchanged";
    EXPECT_EQ(solver->grid_at(2).residuals.size(), view.residuals.size()) << "the history stays the whole one";
}

TEST_P(SolveReplayMethods, EachIterationEqualsASolveCappedThere) {
    const Scene scene = dam(static_cast<Preconditioner>(GetParam()));
    Jobs jobs(1);
    const auto whole = after_steps(scene, 4, jobs);
    whole->step(1 / 60.0f, {}, {});
    std::vector<Kept> forwards;
    for (int k = 0; k < 4; ++k) forwards.emplace_back(whole->grid_at(k).vectors);
    for (int k = 3; k >= 0; --k) EXPECT_TRUE(Kept(whole->grid_at(k).vectors) == forwards[static_cast<size_t>(k)]) << k;
    for (const int k : {1, 3}) {
        const auto capped = after_steps(scene, 4, jobs);
        Scene few = scene;
        std::get<FlipDef>(few.solver).max_iterations = k;
        // Only the last sub-step is looked at: with one there is no other.
        set_parameters(*capped, few);
        capped->step(1 / 60.0f, {}, {});
        ASSERT_EQ(capped->stats().substeps, 1);
        EXPECT_TRUE(Kept(capped->grid().vectors) == forwards[static_cast<size_t>(k)]) << k;
    }
    // At the start there are the guess and its residual.
    EXPECT_FALSE(forwards[0].residual.empty());
    EXPECT_TRUE(forwards[0].search.empty());
    EXPECT_FALSE(forwards[0].diagonal.empty());
}

std::string preconditioner_name(const testing::TestParamInfo<int>& of) {
    std::string name(preconditioner_names[of.param]);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}
INSTANTIATE_TEST_SUITE_P(Each, SolveReplayMethods, testing::Range(0, static_cast<int>(std::size(preconditioner_names))),
                         preconditioner_name);

TEST(SolveReplay, ReplayChangesNothingAndIsOffByDefault) {
    const Scene scene = dam(Preconditioner::multigrid);
    Jobs jobs(2);
    const auto looked = after_steps(scene, 3, jobs), plain = make_solver(scene, jobs);
    for (int i = 0; i < 3; ++i) plain->step(1 / 60.0f, {}, {});
    for (int i = 0; i < 4; ++i) {
        for (const int k : {2, 0, 1}) looked->grid_at(k);
        EXPECT_TRUE(Kept(plain->grid_at(1).vectors) == Kept(plain->grid().vectors)) << "nothing to go back in";
        looked->step(1 / 60.0f, {}, {}), plain->step(1 / 60.0f, {}, {});
    }
    EXPECT_EQ(state_hash(looked->particles()), state_hash(plain->particles()));
    looked->record_solves(false);
    EXPECT_TRUE(Kept(looked->grid_at(0).vectors) == Kept(looked->grid().vectors));
}

TEST(SolveReplay, DiagonalIsThatOfTheOperatorWithoutAPreconditionerDiagonal) {
    for (const Preconditioner kind : {Preconditioner::none, Preconditioner::multigrid, Preconditioner::jacobi}) {
        Jobs jobs(1);
        const auto solver = after_steps(dam(kind), 2, jobs);
        const GridView view = solver->grid();
        EXPECT_EQ(view.vectors.preconditioner, kind);
        const bool inverted = kind == Preconditioner::jacobi;
        const std::string_view name = diagonal_names[static_cast<size_t>(kind)];
        EXPECT_EQ(name, inverted ? "inverse diagonal of A" : "diagonal of A");
        // A cell with fluid on all sides has six links of 1, as cells are cubes here within a few per cent.
        int inner = 0;
        for (int at = view.grid.slab; at < view.grid.size() - view.grid.slab; ++at) {
            const auto surface = [&](int cell) { return view.phi[static_cast<size_t>(cell)]; };
            bool inside = surface(at) < 0;
            for (int d = 0; d < 3; ++d)
                inside &= surface(at - view.grid.stride(d)) < 0 && surface(at + view.grid.stride(d)) < 0;
            if (!inside) continue;
            ++inner;
            const float diagonal = value_of(view, Slice::Quantity::diagonal, at);
            EXPECT_NEAR(inverted ? 1 / diagonal : diagonal, 5.7f, 0.3f);
        }
        EXPECT_GT(inner, 20);
    }
}

}  // namespace
}  // namespace slosh::solve_replay_test
