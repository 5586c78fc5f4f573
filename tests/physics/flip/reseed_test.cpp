// Reseeding in PIC/FLIP: the number of particles in a cell stays between bounds. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>
#include <vector>

#include "analysis/stats.h"
#include "solvers/flip/flip.h"
#include "support/figure.h"
#include "support/measures.h"
#include "support/scenes.h"

namespace slosh::physics::flip_reseed_test {
namespace {

Scene tank(int min_per_cell, int max_per_cell) {
    Scene scene = box_scene<FlipDef>(3, {1, 1, 0.5f}, {1, 0.4f, 0.5f}, 6554);
    FlipDef& def = def_of<FlipDef>(scene);
    def.min_particles_per_cell = min_per_cell;
    def.max_particles_per_cell = max_per_cell;
    return scene;
}

struct SloshingResult {
    double volume;   // at the end over that at the start
    int min_count;   // minimum number of particles over the run
    int max_count;   // maximum
    double sparse;   // fraction of the cells inside the fluid with fewer than 4 particles, mean over the run
    double crowded;  // the same with more than 12
};

// Particles in the cells inside the fluid: those with fluid, or a wall, on all sides.
void count_cells(const Solver& solver, SloshingResult& sums) {
    const GridView view = solver.grid();
    const ParticleView p = solver.particles();
    const MacGrid& grid = view.grid;
    std::vector<int> counts(static_cast<size_t>(grid.size()));
    for (size_t n = 0; n < p.x.size(); ++n) {
        const float x[3] = {p.x[n], p.y[n], p.z[n]};
        int cell[3];
        for (int d = 0; d < 3; ++d) cell[d] = static_cast<int>((x[d] - view.corner[d]) / view.edge[d]);
        ++counts[static_cast<size_t>(grid.at(cell[0], cell[1], cell[2]))];
    }
    int inside = 0, sparse = 0, crowded = 0;
    for (int k = 0; k < grid.nz; ++k)
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i) {
                const auto at = static_cast<size_t>(grid.at(i, j, k));
                if (!(view.phi[at] < 0) || (j + 1 < grid.ny && !(view.phi[at + static_cast<size_t>(grid.row)] < 0)))
                    continue;
                ++inside;
                if (counts[at] < 4) ++sparse;
                if (counts[at] > 12) ++crowded;
            }
    sums.sparse += static_cast<double>(sparse) / std::max(inside, 1);
    sums.crowded += static_cast<double>(crowded) / std::max(inside, 1);
}

SloshingResult slosh_for_a_minute(const Scene& scene) {
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    // Half the water level, whatever the number of particles.
    const double start = mean_height(solver->particles());
    SloshingResult result{.volume = 0, .min_count = 1 << 30, .max_count = 0, .sparse = 0, .crowded = 0};
    Motion motion;
    int samples = 0;
    for (int i = 0; i < 60 * 60; ++i) {
        motion.velocity.x = 0.5f * std::sin(5.2f * static_cast<float>(i) * display_step);
        solver->step(display_step, {}, motion);
        motion.offset += motion.velocity * display_step;
        const int count = solver->particles().count;
        result.min_count = std::min(result.min_count, count);
        result.max_count = std::max(result.max_count, count);
        if (i % 60 != 59) continue;
        count_cells(*solver, result);
        ++samples;
    }
    result.sparse /= samples;
    result.crowded /= samples;
    motion.velocity.x = 0;
    Scene calming = scene;
    FlipDef& def = def_of<FlipDef>(calming);
    def.flip = 0;
    def.min_particles_per_cell = 0;
    def.max_particles_per_cell = 0;
    set_parameters(*solver, calming);
    for (int i = 0; i < 15 * 60; ++i) solver->step(display_step, {}, motion);
    result.volume = mean_height(solver->particles()) / start;
    return result;
}

TEST(FlipReseeding, ConservesVolumeAndParticlesPerCellInAMinuteOfSloshing) {
    const SloshingResult without = slosh_for_a_minute(tank(0, 0)), with = slosh_for_a_minute(tank(4, 12));
    for (const SloshingResult& s : {without, with})
        std::printf(
            "%d to %d particles; of the cells inside %.3f %% have fewer than 4, %.3f %% more than 12; volume %.4f\n",
            s.min_count, s.max_count, 100 * s.sparse, 100 * s.crowded, s.volume);
    expect_figure(
        {"volume after 60 s of sloshing with reseeding, of that at the start", "flip, 4 to 12 in a cell", "1"},
        with.volume, within(0.02, 1));
    // Measured: 0.5 and 0.6 times as many. The margin is for changes of the solver, each of which changes the motion.
    EXPECT_LT(with.sparse, 0.6 * without.sparse);
    EXPECT_LT(with.crowded, 0.7 * without.crowded);
    EXPECT_EQ(with.min_count, 6554);
    EXPECT_EQ(with.max_count, 6554);
}

TEST(FlipReseeding, KeepsTheNumberOfParticlesAndAssignsNewIds) {
    for (const char* transfer : {"flip", "apic"}) {
        Scene scene = tank(6, 10);
        ASSERT_EQ(set_param(scene, "transfer", transfer).status, SetResult::ok);
        // A dam break.
        scene.domain.fluid[0].half.x /= 2;
        scene.domain.fluid[0].centre.x /= 2;
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        const int started = solver->particles().count;
        run(*solver, 0.5f);
        const ParticleView p = solver->particles();
        EXPECT_EQ(p.count, started);
        const std::set<uint32_t> ids(p.id.begin(), p.id.end());
        EXPECT_EQ(ids.size(), static_cast<size_t>(p.count)) << "duplicate id";
        EXPECT_GT(*ids.rbegin(), static_cast<uint32_t>(started) + 100) << "some ids are new";
        EXPECT_TRUE(solver->stats().finite);
    }
}

}  // namespace
}  // namespace slosh::physics::flip_reseed_test
