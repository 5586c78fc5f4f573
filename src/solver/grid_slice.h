// The works of a fluid on a grid, for those who want to look into them: the solver's own arrays, and one layer of cells
// cut out of them.
//
// All arrays are laid out as grid/mac_grid.h says, and hold what the last sub-step left behind.
#pragma once
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "base/params.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

// Valid until the solver's next step; empty for solvers without a grid.
struct GridView {
    MacGrid grid;
    glm::vec3 corner{0, 0, 0}, edge{1, 1, 1};             // m, in world space: lower corner, size of a cell
    std::span<const float> phi;                           // by cell, signed distance: grid/liquid/projection.h
    std::array<std::span<const float>, 3> velocity;       // by face, m/s, relative to the container, projected
    std::array<std::span<const float>, 3> face_fraction;  // by face, 0 closed .. 1 open
    // By cell, 1/s: the divergence target, and the right-hand side of the system, which is the target minus the
    // divergence before.
    std::span<const float> divergence_target, b;
    float pascals = 0;  // Pa, of 1 in the system's pressure
    PressureSolver::Vectors vectors;
    std::span<const float> residuals;  // relative, of the last solve: at its start and after each iteration

    bool empty() const { return phi.empty(); }
};

// Which layer of cells is shown, and what of it.
struct Slice {
    enum Quantity {
        off,
        cell_type,
        speed,
        velocity_x,
        velocity_y,
        velocity_z,
        divergence,
        divergence_before,
        pressure,
        residual,
        preconditioned,
        search,
        applied,
        diagonal
    };
    // In the letters of conjugate gradients: r, z, s, A s; and the diagonal of the preconditioner.
    static constexpr std::string_view names[] = {
        "off",        "cell-type",         "speed",    "velocity-x", "velocity-y",     "velocity-z",
        "divergence", "divergence-before", "pressure", "residual",   "preconditioned", "search",
        "applied",    "diagonal",
    };
    static constexpr std::string_view axes[] = {"x", "y", "z"};

    int shown = off, axis = 2;
    float position = 0.5f;  // 0..1 along the axis
    bool cuts = true, numbers = true;
    int iteration = -1;  // of the last pressure solve, whose vectors are shown; -1: its last

    void visit(Visitor&);
    // Velocities go on into the air; everything else ends with the fluid.
    bool lives_in_air() const { return shown >= speed && shown <= velocity_z; }
    // What a solve leaves behind.
    bool of_solve() const { return shown >= pressure; }
    bool has_sign() const { return shown >= velocity_x && shown != diagonal; }
    std::string_view unit() const;
    // The one that is shown of a solve with so many.
    int iteration_of(int last) const { return iteration < 0 || iteration > last ? last : iteration; }
};

enum class CellType : uint8_t { solid, fluid, air };

// The cells of one layer, row by row along `u`.
struct GridLayer {
    int across = 0, up = 0;                             // cells along u and v
    glm::vec3 corner{0, 0, 0}, u{1, 0, 0}, v{0, 1, 0};  // in the world: the layer's middle plane from end to end
    std::vector<CellType> types;
    std::vector<float> values;  // all 0 where the solver keeps nothing of the kind

    // The largest value in the fluid, or with `air` in the air too, regardless of its sign; not counting what is no
    // number.
    float most(bool air) const;
};

// How a cell takes part: closed on all sides it is solid.
CellType type_of(const GridView&, int cell);
// One value of a cell. Velocities are those of its middle.
float value_of(const GridView&, Slice::Quantity, int cell);
// Into `layer`, which keeps its memory. Returns its first cell.
int cut(const GridView&, const Slice&, GridLayer& layer);

}  // namespace slosh
