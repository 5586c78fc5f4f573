#include "solvers/flip/solids.h"

#include "solvers/flip/flip.h"

namespace slosh {

void Solids::integrate_and_couple(float dt, glm::vec3 gravity, const Motion& container, const Faces& face_fraction,
                                  PressureSystem& system) {
    bodies.integrate_velocities(dt, gravity, container);
    cut->update_velocities(bodies);
    cut->assemble_coupling(bodies, face_fraction, FlipDef::rest_density, system.coupled);
}

void Solids::apply_pressure_impulses(const PressureSolution& solution, float dt, bool first, const Motion& container) {
    if (solution.system.coupled.empty()) return;
    bodies.apply_pressure_impulses(solution, dt, first, container);
    cut->update_velocities(bodies);
}

void Solids::diffuse(Viscosity& viscosity, const FluidBoundary& boundary, const Motion& container, Faces& velocity,
                     Jobs& jobs) {
    drag.begin(*cut, bodies, viscosity.system().grid, boundary.face_fraction, FlipDef::rest_density, container);
    const FluidBoundary outside_solids{.phi = boundary.phi, .face_fraction = drag.open()};
    for (int axis = 0; axis < 3; ++axis) {
        viscosity.assemble(axis, outside_solids, velocity, jobs);
        drag.assemble(axis, viscosity.rate(), boundary.phi, viscosity.system());
        viscosity.solve(axis, velocity, jobs);
        drag.apply(axis, viscosity.system(), viscosity.solution(), boundary.face_fraction, velocity);
    }
}

void Solids::move(float dt, const Motion& container, const MacFrame& frame, Faces& face_fraction,
                  FlipParticles& particles, Jobs& jobs) {
    if (dt > 0) bodies.advance(dt, container);
    else bodies.update_local_bodies(container);
    if (bodies.take_changed()) cut->update(bodies, face_fraction, jobs);
    cut->push_particles_out(frame, bodies, particles, jobs);
}

}  // namespace slosh
