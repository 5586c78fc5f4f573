#include "solvers/flip/pressure_projection.h"

namespace slosh {
namespace {

constexpr int cell_block = 16384;  // cells per task: some microseconds of work

}  // namespace

void PressureProjection::resize(const MacGrid& grid) {
    system.grid = grid;
    for (SimdArray<float>* field : {&system.diagonal, &system.b, &system.link[0], &system.link[1], &system.link[2]})
        field->assign(grid.size());
    separation.reserve(grid);
}

void PressureProjection::solve(const MacFrame& frame, CellFields& cells, FaceFields& faces, const Settings& settings,
                               float sub_dt, Jobs& jobs) {
    assemble(frame, cells, faces, settings, jobs);
    solve_with(solver, cells.pressure, settings.solver, sub_dt, jobs);
    dt = sub_dt;
    if (!separation.activate(frame, {.gravity = settings.gravity, .dt = dt, .inner_solids = settings.inner_solids},
                             {.system = system, .pressure = cells.pressure}, cells.phi, faces.fraction, faces.velocity))
        return;
    assemble(frame, cells, faces, settings, jobs);
    solve_with(solver, cells.pressure, settings.solver, sub_dt, jobs);
}

void PressureProjection::predict_viscous(CellFields& cells, float sub_dt, Jobs& jobs) {
    if (cells.viscous_pressure.size() != system.grid.size())
        for (SimdArray<float>* field : {&cells.viscous_pressure, &cells.viscous_change})
            field->assign(system.grid.size());
    const Float4 unit_ratio = splat(viscous_dt > 0 ? sub_dt / viscous_dt : 0), zero = splat(0.0f);
    viscous_dt = sub_dt;
    jobs.for_range(system.grid.size(), cell_block, [&](int begin, int end) {
        for (int at = begin; at < end; at += lanes) {
            const Float4 last = load(&cells.viscous_pressure[at]) * unit_ratio;
            store(&cells.viscous_pressure[at], mask_and(load(&system.diagonal[at]) > zero, last));
            store(&cells.viscous_change[at], zero);
        }
    });
}

void PressureProjection::solve_viscous(const MacFrame& frame, CellFields& cells, const FaceFields& faces,
                                       const Settings& settings, float sub_dt, Jobs& jobs) {
    assemble(frame, cells, faces, settings, jobs);
    solve_with(viscous_solver, cells.viscous_change, settings.solver, sub_dt, jobs);
    jobs.for_range(system.grid.size(), cell_block, [&](int begin, int end) {
        for (int at = begin; at < end; at += lanes)
            store(&cells.viscous_pressure[at], load(&cells.viscous_pressure[at]) + load(&cells.viscous_change[at]));
    });
}

void PressureProjection::assemble(const MacFrame& frame, const CellFields& cells, const FaceFields& faces,
                                  const Settings& settings, Jobs& jobs) {
    assemble_pressure(frame, {.phi = cells.phi, .face_fraction = faces.fraction}, faces.velocity,
                      cells.divergence_target.data(), system, jobs);
    if (!settings.round_wall) return;
    // Before forces: at rest their divergence is what the pressure balances.
    for (const RoundWall::Term& term : settings.round_wall->divergence())
        if (system.diagonal[term.at] > 0) system.b[term.at] += term.value(system.grid, faces.velocity_old);
}

void PressureProjection::solve_with(PressureSolver& with, SimdArray<float>& pressure,
                                    const PressureSolver::Options& options, float sub_dt, Jobs& jobs) {
    // Warm start from the last solution, converted to the new unit, which contains dt.
    const float unit_ratio = dt > 0 ? sub_dt / dt : 0;
    if (unit_ratio != 1)
        jobs.for_range(system.grid.size(), cell_block, [&](int begin, int end) {
            for (int at = begin; at < end; ++at) pressure[at] *= unit_ratio;
        });
    if (&with == &solver) replay.record(system, pressure, options);
    iterations += with.solve(system, pressure, options, jobs).iterations;
}

void PressureProjection::subtract_gradient(const MacFrame& frame, const CellFields& cells,
                                           const SimdArray<float>& pressure, FaceFields& faces, Jobs& jobs) {
    slosh::subtract_gradient({.system = system, .pressure = pressure}, frame,
                             {.phi = cells.phi, .face_fraction = faces.fraction}, faces.velocity, faces.valid, jobs);
    separation.clamp_velocity(frame, pressure, faces.velocity);
}

float PressureProjection::pascals(const MacFrame& frame, float rest_density) const {
    const float shortest = shortest_edge(frame);
    return dt > 0 ? rest_density * shortest * shortest / dt : 0;
}

}  // namespace slosh
