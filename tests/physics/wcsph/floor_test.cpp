// The layer of particles beside the floor comes to rest with the water above it. A particle on a mirror would be one
// with its image, at twice its share of the floor, and slide along it for ever.
#include <gtest/gtest.h>

#include <algorithm>

#include "scenes/scene.h"
#include "solvers/wcsph/wcsph.h"
#include "support/conservation.h"
#include "support/figure.h"
#include "support/water.h"

namespace slosh::physics::floor_test {
namespace {

void expect_floor_at_rest(const char* name, int particles, float seconds) {
    Scene scene = *find_scene(name);
    def_of<WcsphDef>(scene).particles = particles;
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, seconds);
    const ParticleView p = solver->particles();
    const float floor = scene.domain.walls.centre.y - scene.domain.walls.half.y, spacing = 2 * p.radius;
    int layer = 0, on_floor = 0;
    double v2 = 0, depth = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const float gap = p.y[i] - floor;
        depth += 2 * static_cast<double>(gap) / p.count;  // twice the height of the centre of mass
        if (gap > 0.8f * spacing) continue;
        ++layer, on_floor += gap < 0.15f * spacing;
        const glm::dvec3 v = velocity_of(p, i);
        v2 += glm::dot(v, v);
    }
    const std::string label = "wcsph, " + std::string(name) + ", " + with_commas(particles) + " particles";
    ASSERT_GT(layer, 0) << label;
    expect_figure({"particles of the lowest layer that lie on the floor, of all in it", label, "0"},
                  static_cast<double>(on_floor) / layer, at_most(0));
    expect_figure({"rms speed of the lowest layer of water at rest, over sqrt(2 g H)", label, "0"},
                  std::sqrt(v2 / layer / (2 * 9.81 * depth)), at_most(0.005));
}

TEST(WcsphFloor, LowestLayerComesToRestOffTheFloor) {
    expect_floor_at_rest("dam-break", 300, 50);
    expect_floor_at_rest("dam-break", 700, 50);
}

TEST(WcsphFloor, LowestLayerInSpaceComesToRestOffTheFloor) {
    expect_floor_at_rest("tank-3d", 1500, 15);
    expect_floor_at_rest("tank-3d", 6048, 15);
}

}  // namespace
}  // namespace slosh::physics::floor_test
