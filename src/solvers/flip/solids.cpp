#include "solvers/flip/solids.h"

namespace slosh {

void Solids::integrate_and_couple(float dt, glm::vec3 gravity, const Motion& container, const Faces& face_fraction,
                                  float rest_density, PressureSystem& system) {
    bodies.integrate_velocities(dt, gravity, container.offset, container.velocity);
    cut->update_velocities(bodies);
    cut->assemble_coupling(bodies, face_fraction, rest_density, system.coupled);
}

void Solids::apply_pressure_impulses(const PressureSystem& system, const SimdArray<float>& pressure, float dt,
                                     bool first, const Motion& container) {
    if (system.coupled.empty()) return;
    bodies.apply_pressure_impulses(system, pressure.data(), dt, first, container.offset, container.velocity);
    cut->update_velocities(bodies);
}

void Solids::diffuse(Viscosity& viscosity, const GridLayout& layout, const SimdArray<float>& phi,
                     const Faces& face_fraction, float nu, float rest_density, float dt, const Motion& container,
                     Faces& velocity, Jobs& jobs) {
    viscosity.begin(layout.grid, layout.frame, nu, dt);
    drag.begin(*cut, bodies, layout.grid, face_fraction, rest_density, container.offset, container.velocity);
    for (int axis = 0; axis < 3; ++axis) {
        viscosity.assemble(axis, phi, drag.open(), velocity, jobs);
        drag.assemble(axis, viscosity.rate(), phi, viscosity.system());
        viscosity.solve(axis, velocity, jobs);
        drag.apply(axis, viscosity.system(), viscosity.solution(), face_fraction, velocity);
    }
}

void Solids::move(float dt, const Motion& container, const MacFrame& frame, Faces& face_fraction,
                  FlipParticles& particles, Jobs& jobs) {
    if (dt > 0) bodies.advance(dt, container.offset, container.velocity);
    else bodies.update_local_bodies(container.offset, container.velocity);
    if (bodies.take_changed()) cut->update(bodies, face_fraction, jobs);
    cut->push_particles_out(frame, bodies, particles, jobs);
}

}  // namespace slosh
