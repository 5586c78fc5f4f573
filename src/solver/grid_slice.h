// One layer of cells cut out of a grid solver's state, for the slice view and its labels.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <string_view>
#include <vector>

#include "base/params.h"
#include "solver/views.h"

namespace slosh {

// The layer of cells that is shown, and the quantity.
struct Slice {
    enum class Quantity {
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
    // The last five are r, z, s and A s of the conjugate gradient method and the diagonal of the preconditioner.
    static constexpr std::string_view quantity_names[] = {
        "off",        "cell-type",         "speed",    "velocity-x", "velocity-y",     "velocity-z",
        "divergence", "divergence-before", "pressure", "residual",   "preconditioned", "search",
        "applied",    "diagonal",
    };
    static constexpr std::string_view axis_names[] = {"x", "y", "z"};

    Quantity shown = Quantity::off;
    int axis = 2;           // perpendicular to the layer; index of axis_names
    float position = 0.5f;  // along the axis, 0 to 1 from wall to wall
    bool cuts = true;       // the particles in front of the layer are hidden
    bool numbers = true;    // the values are shown as text
    int iteration = -1;     // of the last pressure solve, whose vectors are shown; -1: its last

    void visit(Visitor&);
    static constexpr Quantity velocity_along(int axis) {
        return static_cast<Quantity>(static_cast<int>(Quantity::velocity_x) + axis);
    }
    // The axis of the velocity component shown; -1 for all other quantities.
    int component() const {
        const int index = static_cast<int>(shown) - static_cast<int>(Quantity::velocity_x);
        return index >= 0 && index < 3 ? index : -1;
    }
    // Velocities are also defined in the air; all other quantities only in the fluid.
    bool extends_into_air() const { return shown == Quantity::speed || component() >= 0; }
    // A vector of the pressure solve.
    bool is_of_solve() const { return shown >= Quantity::pressure; }
    bool is_signed() const { return shown >= Quantity::velocity_x && shown != Quantity::diagonal; }
    std::string_view unit() const;
    // The iteration shown of a solve whose last one is `last`.
    int iteration_of(int last) const { return iteration < 0 || iteration > last ? last : iteration; }
};

enum class CellType : uint8_t { solid, fluid, air };

// The cells of one layer, row by row along u.
struct GridLayer {
    int across = 0, up = 0;                             // cells along u and v
    glm::vec3 corner{0, 0, 0}, u{1, 0, 0}, v{0, 1, 0};  // world: the middle plane of the layer, edge vectors u and v
    std::vector<CellType> types;
    std::vector<float> values;  // all 0 if the solver does not store the quantity

    // The largest absolute value in the fluid, with `include_air` in the air too. Non-finite values are ignored.
    float max_magnitude(bool include_air) const;
};

// A cell whose six face fractions are 0 is solid.
CellType type_of(const GridView&, int cell);
// The value of a cell; velocities are interpolated to its centre.
float value_of(const GridView&, Slice::Quantity, int cell);
// Writes the layer into `layer`, reusing its memory. Returns the index of its first cell.
int cut(const GridView&, const Slice&, GridLayer& layer);

}  // namespace slosh
