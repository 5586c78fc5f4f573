// How viscosity slows a flow down, against Taylor and Green 1937.
#include <gtest/gtest.h>

#include "../figure.h"
#include "measures.h"
#include "solvers/wcsph.h"

namespace slosh::physics {
namespace {

// Mirrors are where a Taylor-Green vortex repeats itself: in a box full of fluid the one cell of it,
// u = U sin(kx) cos(ky), v = -U cos(kx) sin(ky), k = pi/L, turns and decays as exp(-2 nu k^2 t).
// Returns the rate measured over that. The flow is a slow one, U L / nu = 5, and is watched until it has decayed to
// 1/e: while the viscosity rules. What is faster or goes on for longer loses more than this, to the disorder of the
// particles that it stirs up.
double decay_of_a_vortex(int particles) {
    constexpr float L = 1, U = 0.5f, nu = 0.1f;
    Scene scene;
    WcsphDef def;
    def.particles = particles, def.sound_speed = 10 * U, def.viscosity = nu, def.artificial_viscosity = 0;
    def.bulk_viscosity = 0.1f, def.substeps = 40;
    scene.solver = def;
    scene.domain.dimensions = 2;
    scene.domain.gravity = {0, 0, 0};
    scene.domain.walls = {Shape::box, {L / 2, L / 2, 0}, {L / 2, L / 2, 0}};
    scene.domain.fluid = {{Shape::box, {L / 2, L / 2, 0}, {L / 2, L / 2, 0}, 0, {0, 0, 0}, true}};
    Filling start = fill_domain(scene.domain, particles, 1, 1);
    const double k = M_PI / static_cast<double>(L);
    for (size_t i = 0; i < start.position.size(); ++i) {
        const auto x = static_cast<double>(start.position[i].x), y = static_cast<double>(start.position[i].y);
        start.velocity[i] = glm::vec3(std::sin(k * x) * std::cos(k * y), -std::cos(k * x) * std::sin(k * y), 0) * U;
    }
    // Made for a little more room: enough pressure everywhere that the middle of the vortex does not tear.
    scene.domain.fluid[0].half *= 1.003f;
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs, &start);
    run(*solver, 0.05f);
    const double before = rms_speed(solver->particles());
    constexpr float seconds = 0.5f;
    run(*solver, seconds);
    const double rate = std::log(before / rms_speed(solver->particles())) / static_cast<double>(seconds);
    return rate / (2 * static_cast<double>(nu) * k * k);
}

TEST(WcsphPhysics, AVortexDecaysByItsViscosity) {
    for (const int particles : {900, 3600})
        expect_figure({"decay of a Taylor-Green vortex, its rate over 2 nu k^2",
                       "wcsph 2D, " + with_commas(particles) + " particles", "1", "U L / nu = 5"},
                      decay_of_a_vortex(particles), within(0.05, 1));
}

}  // namespace
}  // namespace slosh::physics
