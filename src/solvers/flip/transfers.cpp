#include "solvers/flip/transfers.h"

#include "grid/liquid/g2p_advection.h"
#include "grid/liquid/p2g.h"
#include "solvers/flip/flip_time_step.h"

namespace slosh {

void Transfers::resize(const MacGrid& grid, int capacity) {
    scratch_.assign(grid);
    extrapolation_.resize(grid);
    continuity_.resize(grid);
    momentum_.reserve(capacity);
    scratch_.velocity_bounds.reserve(capacity);
}

void Transfers::particles_to_grid(FlipState& s, Jobs& jobs) {
    slosh::particles_to_grid(s.layout, s.particles, s.faces.velocity, s.faces.weight, scratch_, jobs);
}

int Transfers::extrapolate(FlipState& s, float displacement, Jobs& jobs) {
    const MacGrid& grid = s.layout.grid;
    const ParticleSort& cells = s.particles.cells;
    FaceFields& faces = s.faces;
    faces.make_velocity_delta(grid, cells, jobs);
    s.trapezoidal_rule.find_acceleration(grid, cells, s.projection.dt, s.cells.phi, faces.valid, faces.velocity_delta,
                                         jobs);
    const int layers = extrapolation_layers(s.def, displacement);
    const ExtrapolatedFields fields{.a = faces.velocity, .b = faces.velocity_delta, .valid = faces.valid};
    extrapolation_.run(grid, layers, fields, jobs);
    continuity_.apply(s.layout, cells, s.boundary(), fields, jobs);
    if (s.solids.cut) s.solids.cut->constrain_velocity(faces.fraction, faces.velocity, jobs);
    s.projection.close_separation(faces);
    faces.add_old_velocity(grid, cells, s.is_affine() ? 1 : 1 - s.flip_fraction(), !s.is_affine(), s.round_wall(),
                           jobs);
    mirror_in_walls(grid, faces.velocity);
    mirror_in_walls(grid, faces.velocity_delta);
    s.trapezoidal_rule.find_change(s.layout, cells, s.projection.dt, faces.velocity, jobs);
    return layers;
}

VelocityRange Transfers::grid_to_particles_and_advect(FlipState& s, float dt, int layers, bool free_fall, Jobs& jobs) {
    FlipParticles& p = s.particles.front;
    const AdvectionStep step = s.advection_step(dt);
    if (free_fall) momentum_.begin(s.layout.grid, s.faces.weight, p, jobs);
    if (s.is_affine()) grid_to_affine_particles(s.layout, s.faces.velocity_delta, step, s.particles, jobs);
    const G2pFields fields{.velocity_delta = s.is_affine() ? nullptr : &s.faces.velocity_delta,
                           .flip = s.flip_fraction(),
                           .velocity = s.faces.velocity,
                           .layers = layers};
    VelocityRange range = slosh::grid_to_particles_and_advect(s.layout, fields, step, s.particles, scratch_, jobs);
    // What walls have just taken is no error of the pressure.
    if (free_fall && !range.stopped) range.offset(momentum_.end(step.gravity_dt, p, jobs));
    return range;
}

}  // namespace slosh
