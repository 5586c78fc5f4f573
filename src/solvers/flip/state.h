// The state of PIC/FLIP, shared by its passes.
#pragma once
#include <glm/vec3.hpp>

#include "grid/fluid_boundary.h"
#include "grid/grid_layout.h"
#include "grid/liquid/advection_step.h"
#include "grid/liquid/inflow_outflow.h"
#include "grid/liquid/trapezoidal_rule.h"
#include "grid/sorted_particles.h"
#include "solvers/flip/flip.h"
#include "solvers/flip/flip_fields.h"
#include "solvers/flip/pressure_projection.h"
#include "solvers/flip/solids.h"

namespace slosh {

struct FlipState {
    FlipDef def;
    Domain domain;
    GridLayout layout;
    glm::vec3 offset{0, 0, 0};  // m, of the container
    SortedParticles particles;
    GridInflowOutflow inflow;
    FaceFields faces;
    CellFields cells;
    Solids solids;
    PressureProjection projection;
    TrapezoidalRule trapezoidal_rule;

    bool is_affine() const { return def.transfer == FlipDef::Transfer::apic; }

    // Of the present sub-step.
    Motion container() const {
        const float* v = layout.frame.velocity;
        return {offset, {v[0], v[1], v[2]}};
    }

    // Places the grid's lower corner for the container at `to`, m.
    void place_grid(glm::vec3 to) {
        offset = to;
        layout.set_centre(domain.walls.centre + to);
    }

    FluidBoundary boundary() const {
        return {.phi = cells.phi,
                .face_fraction = faces.fraction,
                .open_volume = solids.cut ? &solids.cut->capacity().open_volumes() : nullptr};
    }

    // Null where P2G needs no corrections: in a box, or with slopes.
    const RoundWall* round_wall() const { return solids.cut && !is_affine() ? &solids.cut->round_wall() : nullptr; }

    AdvectionStep advection_step(float dt) const {
        return {
            .scheme = def.advection, .dt = dt, .gravity_dt = domain.gravity * dt, .isolated = cells.isolated.data()};
    }

    float flip_fraction() const { return def.flip_fraction(projection.dt); }
};

}  // namespace slosh
