#include "solvers/flip/flip_display.h"

#include "grid/liquid/p2g.h"
#include "solvers/flip/flip.h"

namespace slosh {

void ParticleDisplay::resize(int capacity) {
    density.assign(capacity);
    pressure.assign(capacity);
}

void ParticleDisplay::update(const GridLayout& layout, const CellFields& cells, bool viscous,
                             const PressureProjection& projection, const FlipParticles& particles, Jobs& jobs) {
    if (valid) return;
    valid = true;
    density.set_count(particles.count);
    pressure.set_count(particles.count);
    const bool two_pressures = viscous && cells.viscous_pressure.size() > 0;
    const CellsToParticles fields[] = {{.a = cells.density, .unit = FlipDef::rest_density, .out = density},
                                       {.a = cells.pressure,
                                        .b = two_pressures ? &cells.viscous_pressure : nullptr,
                                        .unit = projection.pascals(layout.frame, FlipDef::rest_density),
                                        .out = pressure}};
    cells_to_particles(layout, fields, particles, jobs);
}

ParticleView ParticleDisplay::view(const GridLayout& layout, const FlipParticles& particles) const {
    ParticleView p;
    p.count = particles.count;
    p.dimensions = 3;
    p.x = particles.x[0].view(), p.y = particles.x[1].view(), p.z = particles.x[2].view();
    p.vx = particles.v[0].view(), p.vy = particles.v[1].view(), p.vz = particles.v[2].view();
    p.id = particles.id.view();
    p.kind = particles.kind.view();
    p.density = density.view();
    p.pressure = pressure.view();
    p.radius = layout.spacing / 2;
    p.rest_density = FlipDef::rest_density;
    p.support = layout.grid.h;
    return p;
}

GridView view_of_grid(const GridLayout& layout, const CellFields& cells, const FaceFields& faces,
                      const PressureProjection& projection) {
    GridView view;
    view.grid = layout.grid;
    view.phi = cells.phi.view();
    view.divergence_target = cells.divergence_target.view();
    view.b = projection.system.b.view();
    for (int d = 0; d < 3; ++d) {
        view.corner[d] = layout.frame.corner[d];
        view.edge[d] = layout.frame.edge[d];
        const auto axis = static_cast<size_t>(d);
        view.velocity[axis] = faces.velocity.axis[d].view();
        view.face_fraction[axis] = faces.fraction.axis[d].view();
    }
    view.pascals = projection.pascals(layout.frame, FlipDef::rest_density);
    view.vectors = projection.solver.vectors();
    view.residuals = projection.solver.history();
    return view;
}

}  // namespace slosh
