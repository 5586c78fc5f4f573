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
    solve_with(solver, cells.pressure, frame, cells, faces, settings, sub_dt, jobs);
    dt = sub_dt;
    if (separation.activate(frame, settings.gravity, dt, settings.inner_solids, system, cells.pressure, cells.phi,
                            faces.fraction, faces.velocity))
        solve_with(solver, cells.pressure, frame, cells, faces, settings, sub_dt, jobs);
}

void PressureProjection::solve_viscous(const MacFrame& frame, CellFields& cells, const FaceFields& faces,
                                       const Settings& settings, float sub_dt, Jobs& jobs) {
    if (cells.viscous_pressure.size() != system.grid.size()) cells.viscous_pressure.assign(system.grid.size());
    solve_with(viscous_solver, cells.viscous_pressure, frame, cells, faces, settings, sub_dt, jobs);
}

void PressureProjection::solve_with(PressureSolver& with, SimdArray<float>& pressure, const MacFrame& frame,
                                    const CellFields& cells, const FaceFields& faces, const Settings& settings,
                                    float sub_dt, Jobs& jobs) {
    assemble_pressure(frame, cells.phi, faces.fraction, faces.velocity, cells.divergence_target.data(), system, jobs);
    // Warm start from the last solution, converted to the new unit, which contains dt.
    const float unit_ratio = dt > 0 ? sub_dt / dt : 0;
    if (unit_ratio != 1)
        jobs.for_range(system.grid.size(), cell_block, [&](int begin, int end) {
            for (int at = begin; at < end; ++at) pressure[at] *= unit_ratio;
        });
    if (&with == &solver) replay.record(system, pressure, settings.solver);
    iterations += with.solve(system, pressure, settings.solver, jobs).iterations;
}

void PressureProjection::subtract_gradient(const MacFrame& frame, const CellFields& cells,
                                           const SimdArray<float>& pressure, FaceFields& faces, Jobs& jobs) {
    slosh::subtract_gradient(system, frame, cells.phi, faces.fraction, pressure, faces.velocity, faces.valid, jobs);
    separation.clamp_velocity(frame, pressure, faces.velocity);
}

float PressureProjection::pascals(const MacFrame& frame, float rest_density) const {
    const float shortest = shortest_edge(frame);
    return dt > 0 ? rest_density * shortest * shortest / dt : 0;
}

}  // namespace slosh
