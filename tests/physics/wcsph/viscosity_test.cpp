// Viscous decay of a vortex, against Taylor and Green 1937.
#include <gtest/gtest.h>

#include "solvers/wcsph/wcsph.h"
#include "support/figure.h"
#include "support/vortex.h"

namespace slosh::physics::wcsph_viscosity_test {
namespace {

// One cell of a Taylor-Green vortex, u = U sin(kx) cos(ky), v = -U cos(kx) sin(ky), k = pi/L, fills a box with mirror
// walls, which are planes of symmetry of the vortex. It decays as exp(-2 nu k^2 t). U L / nu is 20: until the velocity
// has decayed to a quarter, the fluid has crossed the box, so that the initial lattice does not matter. Returns the
// rate of decay over that of theory.
double decay_of_a_vortex(int particles, float shifting) {
    constexpr double k = M_PI, nu = 0.05, seconds = 1.5;
    Scene scene;
    WcsphDef def;
    def.particles = particles;
    def.shifting = shifting;
    def.viscosity = static_cast<float>(nu);
    scene.solver = def;
    scene.domain.dimensions = 2;
    scene.domain.gravity = {0, 0, 0};
    scene.domain.walls = {Shape::box, {0.5f, 0.5f, 0}, {0.5f, 0.5f, 0}};
    scene.domain.fluid = {fluid_box({0, 0, 0}, {1, 1, 0})};
    InitialParticles start = seed_particles(scene.domain, particles, 1, 1);
    for (size_t i = 0; i < start.position.size(); ++i) start.velocity[i] = glm::vec3(vortex_mode(start.position[i]));
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const double first = vortex_amplitude(solver->particles());
    run(*solver, static_cast<float>(seconds));
    return -std::log(vortex_amplitude(solver->particles()) / first) / seconds / (2 * nu * k * k);
}

TEST(WcsphPhysics, VortexDecaysAtTheRateOfItsViscosity) {
    for (const int particles : {1600, 3600})
        expect_figure({"decay of a Taylor-Green vortex, its rate over 2 nu k^2",
                       "wcsph 2D, " + with_commas(particles) + " particles, shifting", "1", "U L / nu = 20"},
                      decay_of_a_vortex(particles, 1), within(0.05, 1));
}

// Without shifting, which is the default, the particles keep a lattice, whose resistance to shear adds to the
// viscosity.
TEST(WcsphPhysics, VortexDecaysFasterWithoutShifting) {
    expect_figure({"decay of a Taylor-Green vortex, its rate over 2 nu k^2",
                   "wcsph 2D, 1,600 particles, without shifting", "1", "U L / nu = 20; a lattice resists shear"},
                  decay_of_a_vortex(1600, 0), at_most(2.6));
}

}  // namespace
}  // namespace slosh::physics::wcsph_viscosity_test
