// Particle shifting rearranges the particles: it must not set the fluid in motion at a free surface or beside bodies.
#include <gtest/gtest.h>

#include <cstdio>

#include "support/scenes.h"

namespace slosh::physics::wcsph_shifting_test {
namespace {

Stats stats_after(const Scene& scene, float seconds) {
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, seconds);
    return solver->stats();
}

Scene shifted(const char* scene, int particles, const char* shifting) {
    return scene_with(scene, {{"particles", std::to_string(particles)}, {"shifting", shifting}});
}

TEST(WcsphShifting, LetsADropComeToRest) {
    for (const int particles : {800, 2500})
        for (const char* shifting : {"0.5", "1"}) {
            Scene square = shifted("drop", particles, shifting);
            square.domain.fluid = {{.shape = Shape::box, .half = {0.2f, 0.2f, 0}, .kind = 1, .lattice = true}};
            const float speed = stats_after(square, 13).max_speed;
            std::printf("largest speed in a drop of %d with shifting %s: %.4f m/s\n", particles, shifting,
                        static_cast<double>(speed));
            EXPECT_LT(speed, 0.03f);
        }
}

TEST(WcsphShifting, DoesNotDriveAFluidAtItsSurfaceAndBesideBodies) {
    const struct {
        const char* scene;
        int particles;
    } cases[] = {{"boats", 400}, {"boats", 1000}, {"boats", 2500}, {"tank-3d", 1500}};
    for (const auto& c : cases) {
        const double without = stats_after(shifted(c.scene, c.particles, "0"), 3.3f).kinetic_energy,
                     with = stats_after(shifted(c.scene, c.particles, "1"), 3.3f).kinetic_energy;
        std::printf("kinetic energy of %s with %d particles: shifted %.2f of that without\n", c.scene, c.particles,
                    with / without);
        EXPECT_LT(with, 1.5 * without);
    }
}

}  // namespace
}  // namespace slosh::physics::wcsph_shifting_test
