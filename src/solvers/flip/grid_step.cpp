#include "solvers/flip/grid_step.h"

#include <algorithm>

#include "grid/extrapolate.h"
#include "grid/forces/external_forces.h"
#include "grid/liquid/level_set.h"
#include "grid/liquid/volume_correction.h"

namespace slosh {
namespace {

// sigma dt / rho, m3/s, with the tension limited to what is stable over dt.
float tension_dt(const FlipState& s, float dt) {
    const float limit = SurfaceTension::max_tension(dt, FlipDef::rest_density, shortest_edge(s.layout.frame));
    return std::min(s.def.surface_tension, limit) / FlipDef::rest_density * dt;
}

PressureProjection::Settings projection_settings(const FlipState& s) {
    // Pressure and surface tension nearly cancel: the residual must be small beside either.
    const float tolerance = s.def.surface_tension > 0 ? 0.01f * s.def.tolerance : s.def.tolerance;
    return {.solver = {.preconditioner = s.def.preconditioner,
                       .tolerance = tolerance,
                       .max_iterations = s.def.max_iterations},
            .gravity = s.domain.gravity,
            .inner_solids = s.solids.cut != nullptr,
            .round_wall = s.round_wall()};
}

void find_divergence_target(FlipState& s, float dt, Jobs& jobs) {
    find_divergence_target(s.layout.grid, s.cells.density, s.boundary(), s.def.correction_rate(dt),
                           s.cells.divergence_target, jobs);
    if (s.solids.cut) s.solids.cut->cut_divergence_target(s.faces.fraction, s.cells.divergence_target, jobs);
}

void apply_viscous_pressure(FlipState& s, const SimdArray<float>& pressure, float dt, Jobs& jobs) {
    s.solids.apply_pressure_impulses({.system = s.projection.system, .pressure = pressure}, dt, false, s.container());
    s.projection.subtract_gradient(s.layout.frame, s.cells, pressure, s.faces, jobs);
}

}  // namespace

void GridStep::run(FlipState& s, float dt, std::span<const PointerForce> pointer_forces, Jobs& jobs, Profile& profile) {
    {
        const auto scope = profile.scope("level set");
        find_level_set(s, jobs);
    }
    {
        const auto scope = profile.scope("save velocity");
        s.faces.save_velocity(s.layout.grid, s.particles.cells, jobs);
    }
    {
        const auto scope = profile.scope("external forces");
        s.trapezoidal_rule.add_change(s.layout.grid, s.particles.cells, dt, s.faces.velocity, jobs);
        add_gravity(s.layout.grid, s.domain.gravity, dt, s.faces.velocity, jobs);
        apply_pointer_forces(s.layout, pointer_forces, dt, s.faces.velocity, jobs);
    }
    {
        const auto scope = profile.scope("solids");
        if (s.solids.cut)
            s.solids.integrate_and_couple(dt, s.domain.gravity, s.container(), s.faces.fraction, s.projection.system);
        enforce_wall_velocity(s, dt, jobs);
    }
    if (s.def.surface_tension > 0) {
        const auto scope = profile.scope("surface tension");
        surface_tension_.apply(s.layout, s.cells.density, s.cells.phi, tension_dt(s, dt), s.faces.velocity, jobs);
    }
    {
        const auto scope = profile.scope("pressure");
        solve_pressure(s, dt, jobs);
    }
    {
        const auto scope = profile.scope("project velocity");
        s.projection.subtract_gradient(s.layout.frame, s.cells, s.cells.pressure, s.faces, jobs);
    }
    if (s.def.viscosity > 0) {
        const auto scope = profile.scope("viscosity");
        solve_viscosity(s, dt, jobs);
    }
}

bool GridStep::apply_cohesion(FlipState& s, float dt, Jobs& jobs, Profile& profile) {
    if (!(s.def.surface_tension > 0)) return false;
    const auto scope = profile.scope("surface tension");
    surface_tension_.apply_cohesion(s.layout, s.cells.isolated.data(), tension_dt(s, dt), s.particles, jobs);
    return true;
}

void GridStep::find_level_set(FlipState& s, Jobs& jobs) {
    const MacGrid& grid = s.layout.grid;
    find_density(s.layout, s.particles.cells, s.faces.weight, s.cells.density, jobs);
    if (s.solids.cut) s.solids.cut->divide_by_capacity(s.faces.fraction, s.cells.density, jobs);
    slosh::find_level_set(grid, s.particles.cells, s.cells.density, s.def.surface, s.cells.phi, jobs);
    find_isolated_cells(grid, s.particles.cells, s.cells.phi, s.cells.isolated, jobs);
    if (s.solids.cut) s.solids.cut->fill_small_cells(s.cells.density, s.cells.phi, jobs);
}

// u.n = 0 on the tank's walls, and wall friction beside them.
void GridStep::enforce_wall_velocity(FlipState& s, float dt, Jobs& jobs) {
    apply_wall_friction(s.layout, s.def.wall_friction, dt, s.faces.velocity, jobs);
    for (int axis = 0; axis < 3; ++axis)
        for_wall_faces(s.layout.grid, axis, [&](int at, int) { s.faces.velocity.axis[axis][at] = 0; });
}

void GridStep::solve_pressure(FlipState& s, float dt, Jobs& jobs) {
    find_divergence_target(s, dt, jobs);
    s.projection.solve(s.layout.frame, s.cells, s.faces, projection_settings(s), dt, jobs);
    s.solids.apply_pressure_impulses({.system = s.projection.system, .pressure = s.cells.pressure}, dt, true,
                                     s.container());
}

// Viscosity runs after the pressure projection: in hydrostatic equilibrium the projected velocity is zero, and
// diffusion changes nothing. A second projection removes the divergence that it introduces (Batty & Bridson 2008,
// section 3).
void GridStep::solve_viscosity(FlipState& s, float dt, Jobs& jobs) {
    s.projection.predict_viscous(s.cells, dt, jobs);
    apply_viscous_pressure(s, s.cells.viscous_pressure, dt, jobs);
    if (s.solids.cut) {
        viscosity_.begin(s.layout, s.def.viscosity, dt);
        s.solids.diffuse(viscosity_, s.boundary(), s.container(), s.faces.velocity, jobs);
    } else {
        viscosity_.diffuse(s.layout, s.boundary(), s.def.viscosity, dt, s.faces.velocity, jobs);
    }
    // Body velocities have changed since.
    if (!s.projection.system.coupled.empty()) find_divergence_target(s, dt, jobs);
    s.projection.solve_viscous(s.layout.frame, s.cells, s.faces, projection_settings(s), dt, jobs);
    apply_viscous_pressure(s, s.cells.viscous_change, dt, jobs);
}

}  // namespace slosh
