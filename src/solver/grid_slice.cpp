#include "solver/grid_slice.h"

#include <algorithm>
#include <cmath>

namespace slosh {
namespace {

// The velocity component at the centre of a cell: the mean of its two faces.
float velocity_in(const GridView& view, int axis, int cell) {
    const auto at = static_cast<size_t>(cell), next = at + static_cast<size_t>(view.grid.stride(axis));
    const std::span<const float> u = view.velocity[static_cast<size_t>(axis)];
    return 0.5f * (u[at] + u[next]);
}

// The flux out of a cell through the open parts of its faces, divided by its volume.
float divergence_in(const GridView& view, int cell) {
    float sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto d = static_cast<size_t>(axis), at = static_cast<size_t>(cell);
        const size_t next = at + static_cast<size_t>(view.grid.stride(axis));
        const std::span<const float> u = view.velocity[d], open = view.face_fraction[d];
        sum += (open[next] * u[next] - open[at] * u[at]) / view.edge[axis];
    }
    return sum;
}

// The value of a cell; 0 if the solve has no such vector.
float entry(std::span<const float> vector, int cell) { return vector.empty() ? 0 : vector[static_cast<size_t>(cell)]; }

}  // namespace

void Slice::visit(Visitor& v) {
    v({.key = "slice",
       .doc = "Quantity shown in one layer of grid cells; the last five are vectors of the pressure solver."},
      shown, quantity_names);
    v({.key = "slice-axis", .doc = "Axis perpendicular to that layer."}, axis, axis_names);
    v({.key = "slice-position", .doc = "Position of the layer along that axis, 0 to 1 from wall to wall."}, position);
    v({.key = "slice-cuts", .doc = "Hides the particles in front of the layer."}, cuts);
    v({.key = "slice-numbers", .doc = "With the panel: shows the values as numbers in cells that are large enough."},
      numbers);
    v({.key = "slice-iteration",
       .doc = "With the panel, while paused: the iteration of the last pressure solve whose vectors are shown; -1: the "
              "last.",
       .min = -1,
       .max = 1000},
      iteration);
}

std::string_view Slice::unit() const {
    switch (shown) {
        case Quantity::speed:
        case Quantity::velocity_x:
        case Quantity::velocity_y:
        case Quantity::velocity_z:
            return "m/s";
        case Quantity::divergence:
        case Quantity::divergence_before:
        case Quantity::residual:
            return "1/s";
        case Quantity::pressure:
            return "Pa";
        default:
            return "";
    }
}

CellType type_of(const GridView& view, int cell) {
    float open = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const std::span<const float> fraction = view.face_fraction[static_cast<size_t>(axis)];
        const auto at = static_cast<size_t>(cell);
        open += fraction[at] + fraction[at + static_cast<size_t>(view.grid.stride(axis))];
    }
    if (open == 0) return CellType::solid;
    return view.phi[static_cast<size_t>(cell)] < 0 ? CellType::fluid : CellType::air;
}

float value_of(const GridView& view, Slice::Quantity shown, int cell) {
    const PressureVectors& vectors = view.vectors;
    switch (shown) {
        case Slice::Quantity::speed: {
            float squares = 0;
            for (int axis = 0; axis < 3; ++axis) {
                const float u = velocity_in(view, axis, cell);
                squares += u * u;
            }
            return std::sqrt(squares);
        }
        case Slice::Quantity::velocity_x:
        case Slice::Quantity::velocity_y:
        case Slice::Quantity::velocity_z:
            return velocity_in(view, static_cast<int>(shown) - static_cast<int>(Slice::Quantity::velocity_x), cell);
        case Slice::Quantity::divergence:
            return divergence_in(view, cell);
        case Slice::Quantity::divergence_before:
            return entry(view.divergence_target, cell) - entry(view.b, cell);
        case Slice::Quantity::pressure:
            return view.pascals * entry(vectors.pressure, cell);
        case Slice::Quantity::residual:
            return entry(vectors.residual, cell);
        case Slice::Quantity::preconditioned:
            return entry(vectors.preconditioned, cell);
        case Slice::Quantity::search:
            return entry(vectors.search, cell);
        case Slice::Quantity::applied:
            return entry(vectors.applied, cell);
        case Slice::Quantity::diagonal:
            return entry(vectors.preconditioner_diagonal, cell);
        default:
            return 0;
    }
}

int cut(const GridView& view, const Slice& slice, GridLayer& layer) {
    const MacGrid& grid = view.grid;
    const int cells[] = {grid.nx, grid.ny, grid.nz};
    const int across = slice.axis, u = (across + 1) % 3, v = (across + 2) % 3;
    int coord[3];
    coord[across] =
        std::clamp(static_cast<int>(slice.position * static_cast<float>(cells[across])), 0, cells[across] - 1);
    layer.across = cells[u];
    layer.up = cells[v];
    layer.corner = view.corner;
    layer.u = layer.v = {0, 0, 0};
    layer.corner[across] += (static_cast<float>(coord[across]) + 0.5f) * view.edge[across];
    layer.u[u] = static_cast<float>(cells[u]) * view.edge[u];
    layer.v[v] = static_cast<float>(cells[v]) * view.edge[v];
    layer.types.clear();
    layer.values.clear();
    coord[u] = coord[v] = 0;
    const int first = grid.at(coord[0], coord[1], coord[2]);
    for (coord[v] = 0; coord[v] < cells[v]; ++coord[v])
        for (coord[u] = 0; coord[u] < cells[u]; ++coord[u]) {
            const int cell = grid.at(coord[0], coord[1], coord[2]);
            layer.types.push_back(type_of(view, cell));
            layer.values.push_back(value_of(view, slice.shown, cell));
        }
    return first;
}

float GridLayer::max_magnitude(bool include_air) const {
    float largest = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        const bool counts = types[i] == CellType::fluid || (include_air && types[i] == CellType::air);
        if (counts && std::isfinite(values[i])) largest = std::max(largest, std::abs(values[i]));
    }
    return largest;
}

}  // namespace slosh
