// Particles of PIC/FLIP that are kept between bounds in every cell. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>
#include <vector>

#include "analysis/stats.h"
#include "solvers/flip/flip.h"
#include "support/figure.h"
#include "support/measures.h"
#include "support/scenes.h"

namespace slosh::physics {
namespace {

Scene tank(int least, int most) {
    Scene scene = box_scene<FlipDef>(3, {1, 1, 0.5f}, {1, 0.4f, 0.5f}, 6554);
    FlipDef& def = def_of<FlipDef>(scene);
    def.min_particles_per_cell = least, def.max_particles_per_cell = most;
    return scene;
}

struct Sloshed {
    double volume;         // over that at the start
    int fewest, most;      // particles there ever were
    double thin, crowded;  // fraction of the cells inside the fluid with less than 4 and more than 12, on average
};

// Particles in the cells inside the fluid: those with fluid, or a wall, on all sides.
void count_cells(const Solver& solver, Sloshed& sums) {
    const GridView view = solver.grid();
    const ParticleView p = solver.particles();
    const MacGrid& grid = view.grid;
    std::vector<int> counts(static_cast<size_t>(grid.size()));
    for (size_t n = 0; n < p.x.size(); ++n) {
        const float x[3] = {p.x[n], p.y[n], p.z[n]};
        int place[3];
        for (int d = 0; d < 3; ++d) place[d] = static_cast<int>((x[d] - view.corner[d]) / view.edge[d]);
        ++counts[static_cast<size_t>(grid.at(place[0], place[1], place[2]))];
    }
    int inside = 0, thin = 0, crowded = 0;
    for (int k = 0; k < grid.nz; ++k)
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i) {
                const auto at = static_cast<size_t>(grid.at(i, j, k));
                if (!(view.phi[at] < 0) || (j + 1 < grid.ny && !(view.phi[at + static_cast<size_t>(grid.row)] < 0)))
                    continue;
                ++inside, thin += counts[at]<4, crowded += counts[at]> 12;
            }
    sums.thin += static_cast<double>(thin) / std::max(inside, 1);
    sums.crowded += static_cast<double>(crowded) / std::max(inside, 1);
}

Sloshed slosh_for_a_minute(const Scene& scene) {
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    // However many there are: half as high as the water stands.
    const double start = mean_height(solver->particles());
    Sloshed result{0, 1 << 30, 0, 0, 0};
    Motion motion;
    int looks = 0;
    for (int i = 0; i < 60 * 60; ++i) {
        motion.velocity.x = 0.5f * std::sin(5.2f * static_cast<float>(i) * display_step);
        solver->step(display_step, {}, motion);
        motion.offset += motion.velocity * display_step;
        const int count = solver->particles().count;
        result.fewest = std::min(result.fewest, count), result.most = std::max(result.most, count);
        if (i % 60 == 59) count_cells(*solver, result), ++looks;
    }
    result.thin /= looks, result.crowded /= looks;
    motion.velocity.x = 0;
    Scene calming = scene;
    FlipDef& def = def_of<FlipDef>(calming);
    def.flip = 0, def.min_particles_per_cell = 0, def.max_particles_per_cell = 0;
    set_parameters(*solver, calming);
    for (int i = 0; i < 15 * 60; ++i) solver->step(display_step, {}, motion);
    result.volume = mean_height(solver->particles()) / start;
    return result;
}

TEST(FlipReseeding, ConservesVolumeAndParticlesPerCellInAMinuteOfSloshing) {
    const Sloshed without = slosh_for_a_minute(tank(0, 0)), with = slosh_for_a_minute(tank(4, 12));
    for (const Sloshed& s : {without, with})
        std::printf(
            "%d to %d particles; of the cells inside %.3f %% have less than 4, %.3f %% more than 12; volume %.4f\n",
            s.fewest, s.most, 100 * s.thin, 100 * s.crowded, s.volume);
    expect_figure(
        {"volume after 60 s of sloshing with reseeding, of that at the start", "flip, 4 to 12 in a cell", "1"},
        with.volume, within(0.02, 1));
    // Seen: half as many, and three fifths; a minute of sloshing is another one after any change of the solver.
    EXPECT_LT(with.thin, 0.6 * without.thin);
    EXPECT_LT(with.crowded, 0.7 * without.crowded);
    EXPECT_EQ(with.fewest, 6554);
    EXPECT_EQ(with.most, 6554);
}

TEST(FlipReseeding, KeepsTheNumberOfParticlesAndAssignsNewIds) {
    for (const char* transfer : {"flip", "apic"}) {
        Scene scene = tank(6, 10);
        ASSERT_EQ(set_param(scene, "transfer", transfer).status, SetResult::ok);
        scene.domain.fluid[0].half.x /= 2, scene.domain.fluid[0].centre.x /= 2;  // breaks
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        const int started = solver->particles().count;
        run(*solver, 0.5f);
        const ParticleView p = solver->particles();
        EXPECT_EQ(p.count, started);
        const std::set<uint32_t> ids(p.id.begin(), p.id.end());
        EXPECT_EQ(ids.size(), static_cast<size_t>(p.count)) << "an id twice";
        EXPECT_GT(*ids.rbegin(), static_cast<uint32_t>(started) + 100) << "some are new";
        EXPECT_TRUE(solver->stats().finite);
    }
}

}  // namespace
}  // namespace slosh::physics
