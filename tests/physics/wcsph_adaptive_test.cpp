// Adaptive smoothing lengths in wcsph: as many neighbours in thin fluid as in dense, water still as it should be.
#include <gtest/gtest.h>

#include <limits>

#include "../unit/allocations.h"
#include "dam_break.h"
#include "neighbour_counts.h"
#include "solvers/measure.h"
#include "solvers/wcsph.h"
#include "water.h"

namespace slosh::physics {
namespace {

WcsphDef& adapting(Scene& scene) {
    WcsphDef& def = std::get<WcsphDef>(scene.solver);
    def.adaptive = true;
    return def;
}

constexpr const char* counts_check = "neighbours inside the fluid, of those of a lattice at rest";

void expect_counts(const std::string& who, const Counted& c, double target) {
    std::printf("%s: %.0f to %.0f neighbours in %d, %.1f on average, of %.1f wanted\n", who.c_str(), c.least, c.most,
                c.inside, c.mean, target);
    EXPECT_GT(c.inside, 100);
    expect_figure({counts_check, who + ", fewest", "1"}, c.least / target, within(0.2, 1));
    expect_figure({counts_check, who + ", most", "1"}, c.most / target, within(0.2, 1));
}

// A pool of three parts side by side, lattices of 0.9, 1 and 1.3 spacings.
Filling uneven_pool(Scene& scene, float spacing) {
    const int dimensions = scene.domain.dimensions;
    const glm::vec3 tank = scene.domain.walls.half * 2.0f;
    Filling start;
    for (const auto& [from, to, stretch] : {std::tuple(0.0f, 0.3f, 0.9f), {0.3f, 0.6f, 1.0f}, {0.6f, 1.0f, 1.3f}}) {
        const float step = spacing * stretch;
        const auto fits = [&](float length) { return static_cast<int>(length / step + 0.5f); };
        const int deep = dimensions == 3 ? fits(tank.z) : 1;
        for (int c = 0; c < deep; ++c)
            for (int b = 0; b < fits(tank.y); ++b)
                for (int a = 0; a < fits((to - from) * tank.x); ++a)
                    start.position.push_back(
                        {from * tank.x + (static_cast<float>(a) + 0.5f) * step, (static_cast<float>(b) + 0.5f) * step,
                         dimensions == 3 ? (static_cast<float>(c) + 0.5f) * step : 0});
    }
    start.velocity.resize(start.position.size());
    start.kind.resize(start.position.size());
    // So much fluid that its spacing at rest is this one.
    const float count = static_cast<float>(start.count()), across = dimensions == 3 ? tank.z : 1;
    const float place = dimensions == 3 ? spacing * spacing * spacing : spacing * spacing;
    scene.domain.fluid[0].half.y = 0.5f * count * place / (tank.x * across);
    scene.domain.gravity = {0, 0, 0};
    return start;
}

TEST(WcsphAdaptive, AsManyNeighboursInSparseFluidAsInDense) {
    for (const int dimensions : {2, 3})
        for (const bool adaptive : {true, false}) {
            const float deep = dimensions == 3 ? 0.6f : 0, spacing = dimensions == 3 ? 0.055f : 0.025f;
            const glm::vec3 tank{dimensions == 3 ? 1.8f : 2.4f, dimensions == 3 ? 0.6f : 0.8f, deep};
            Scene scene = box_scene<WcsphDef>(dimensions, tank, tank, 1000);
            adapting(scene).adaptive = adaptive;
            const Filling start = uneven_pool(scene, spacing);
            Jobs jobs(2);
            const auto solver = make_solver(scene, jobs, &start);
            const double target = lattice_neighbours(adapting(scene).smoothing, dimensions);
            const auto inside = [&](double x, double y, double z, double h) {
                const auto within = [&](double at, float length) { return at > h && at < static_cast<double>(length) - h; };
                return within(x, tank.x) && within(y, tank.y) && (dimensions == 2 || within(z, tank.z));
            };
            solver->step(1e-6f, {}, {});
            const Counted at_once = count_inside(solver->particles(), inside);
            run(*solver, 0.1f);
            const Counted later = count_inside(solver->particles(), inside);
            if (adaptive) {
                expect_counts(in_dimensions("wcsph, adaptive", dimensions) + ", an uneven pool at the start", at_once, target);
                expect_counts(in_dimensions("wcsph, adaptive", dimensions) + ", an uneven pool after 0.1 s", later, target);
            } else {
                std::printf("%dD without: %.0f to %.0f\n", dimensions, at_once.least, at_once.most);
                EXPECT_LT(at_once.least, 0.8 * target) << "the test would not see it";
                EXPECT_GT(at_once.most, 1.2 * target);
            }
        }
}

}  // namespace
}  // namespace slosh::physics
