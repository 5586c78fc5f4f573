#include "solvers/flip/solids.h"

namespace slosh {

void Solids::integrate_and_couple(float dt, glm::vec3 gravity, const Motion& container, const Faces& face_fraction,
                                  float rest_density, PressureSystem& system) {
    bodies.integrate_velocities(dt, gravity, container.offset, container.velocity);
    cut->update_velocities(bodies);
    cut->assemble_coupling(bodies, face_fraction, rest_density, system.coupled);
}

void Solids::apply_pressure_impulses(const PressureSystem& system, const SimdArray<float>& pressure, float dt,
                                     const Motion& container) {
    if (system.coupled.empty()) return;
    bodies.apply_pressure_impulses(system, pressure.data(), dt, container.offset, container.velocity);
    cut->update_velocities(bodies);
}

void Solids::move(float dt, const Motion& container, const MacFrame& frame, Faces& face_fraction,
                  FlipParticles& particles, Jobs& jobs) {
    if (dt > 0) bodies.advance(dt, container.offset, container.velocity);
    else bodies.update_local_bodies(container.offset, container.velocity);
    if (bodies.take_changed()) cut->update(bodies, face_fraction, jobs);
    cut->push_particles_out(frame, bodies, particles, jobs);
}

}  // namespace slosh
