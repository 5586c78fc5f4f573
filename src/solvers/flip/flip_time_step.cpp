#include "solvers/flip/flip_time_step.h"

#include <algorithm>
#include <cmath>

#include "grid/forces/surface_tension.h"
#include "grid/liquid/projection.h"

namespace slosh {
namespace {

// In a display step: bounds of its computing time.
constexpr int max_substeps = 8;  // by the CFL number
constexpr int max_capillary_substeps = 64;
// How far gravity takes fluid from rest in a sub-step, cells: with more, water gains energy where it lands.
constexpr float max_cells_fallen = 0.5f;

}  // namespace

float cells_crossed_in(float dt, float rate, const MacFrame& frame, glm::vec3 gravity,
                       std::span<const PointerForce> pointer_forces) {
    float acceleration = 0;  // cells/s2
    for (int d = 0; d < 3; ++d) acceleration += std::abs(gravity[d]) * frame.inv_edge[d];
    for (const PointerForce& force : pointer_forces)
        if (force.kind == PointerForce::repel) acceleration += force.limit / shortest_edge(frame);
    return std::min(dt * (rate + dt * acceleration), 1e6f);  // bounded: it is converted to an int
}

int substeps_for(float dt, float cells_crossed, glm::vec3 gravity, const FlipDef& def, const MacFrame& frame) {
    float fallen = 0;  // cells
    for (int d = 0; d < 3; ++d) fallen += std::abs(gravity[d]) * dt * dt * frame.inv_edge[d];
    const float needed = std::max(cells_crossed / def.cfl, std::sqrt(fallen / max_cells_fallen));
    const int by_speed = std::clamp(static_cast<int>(needed) + 1, 1, max_substeps);
    if (!(def.surface_tension > 0)) return by_speed;
    const float max_dt = SurfaceTension::max_step(def.surface_tension, FlipDef::rest_density, shortest_edge(frame));
    return std::max(static_cast<int>(std::min(dt / max_dt, static_cast<float>(max_capillary_substeps - 1))) + 1,
                    by_speed);
}

int extrapolation_layers(const FlipDef& def, float displacement) {
    const float stage = def.advection == Advection::rk3 ? 0.75f : 0.5f;
    return std::min(4 + static_cast<int>(2 * stage * std::min(displacement, 100.0f)), max_extrapolation_layers);
}

GridLayout lay_out_grid(const FlipDef& def, const Domain& domain, int filling_count) {
    const bool has_inflow = domain.inflow_volume > 0;
    GridLayout layout = lay_out_grid(domain.walls, static_cast<double>(fluid_volume(domain) + domain.inflow_volume),
                                     has_inflow ? def.particles : filling_count, def.density, def.particles_per_cell);
    layout.set_centre(domain.walls.centre);
    return layout;
}

}  // namespace slosh
