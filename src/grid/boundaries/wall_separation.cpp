#include "grid/boundaries/wall_separation.h"

#include <algorithm>
#include <cmath>

#include "grid/liquid/projection.h"

namespace slosh {

UpAxis up_axis(glm::vec3 gravity) {
    int axis = std::abs(gravity.x) > std::abs(gravity.y) ? 0 : 1;
    if (std::abs(gravity.z) > std::abs(gravity[axis])) axis = 2;
    return {axis, gravity[axis] < 0 ? 1 : gravity[axis] > 0 ? -1 : 0};
}

void WallSeparation::reserve(const MacGrid& grid) {
    faces_.reserve(static_cast<size_t>(grid.nx) * static_cast<size_t>(grid.ny) * static_cast<size_t>(grid.nz));
}

bool WallSeparation::activate(const MacFrame& frame, const Settings& settings, const PressureSolution& solution,
                              SimdArray<float>& phi, Faces& face_fraction, Faces& velocity) {
    const PressureSystem& system = solution.system;
    const SimdArray<float>& pressure = solution.pressure;
    const glm::vec3 gravity = settings.gravity;
    faces_.clear();
    const UpAxis up = up_axis(gravity);
    axis_ = up.axis;
    upwards_ = up.sign > 0;
    if (up.sign == 0) return false;

    const MacGrid& grid = system.grid;
    const int along = grid.stride(axis_), behind = upwards_ ? along : -along, n[3] = {grid.nx, grid.ny, grid.nz};
    // Suction below a tenth of the hydrostatic pressure of a cell is solver error.
    const float suction = -0.1f * std::abs(gravity[axis_]) * settings.dt * frame.edge[axis_] /
                          (shortest_edge(frame) * shortest_edge(frame));
    const int last = upwards_ ? n[axis_] - 1 : 0;
    int from[3] = {0, 0, 0}, to[3] = {n[0], n[1], n[2]};
    if (!settings.inner_solids) {
        from[axis_] = last;
        to[axis_] = last + 1;
    }
    for (int k = from[2]; k < to[2]; ++k)
        for (int j = from[1]; j < to[1]; ++j)
            for (int i = from[0]; i < to[0]; ++i) {
                const int coord[3] = {i, j, k};
                const bool wall = coord[axis_] == last;
                const int cell = grid.at(i, j, k), face = upwards_ ? cell + along : cell;
                if (face_fraction.axis[axis_][face] > 0 || !(pressure[cell] < suction) || !(system.diagonal[cell] > 0))
                    continue;
                if (!wall && system.diagonal[cell + behind] > 0) continue;
                if (!(face_fraction.axis[axis_][face - behind] > 0)) continue;
                faces_.push_back({face, cell, wall});
            }
    SimdArray<float>& u = velocity.axis[axis_];
    for (const Face& face : faces_) {
        // Same fraction and velocity as the opposite face of the cell: separating fluid leaves no gap and is not
        // slowed.
        face_fraction.axis[axis_][face.at] = face_fraction.axis[axis_][face.at - behind];
        u[face.at] = u[face.at - behind];
        if (!face.wall) phi[face.cell + behind] = 0;
    }
    return !faces_.empty();
}

void WallSeparation::clamp_velocity(const MacFrame& frame, const SimdArray<float>& pressure, Faces& velocity) const {
    const float scale = shortest_edge(frame) * shortest_edge(frame) * frame.inv_edge[axis_];
    for (const Face& face : faces_) {
        float& u = velocity.axis[axis_][face.at];
        if (face.wall) u += upwards_ ? pressure[face.cell] * scale : -pressure[face.cell] * scale;
        u = upwards_ ? std::min(u, 0.0f) : std::max(u, 0.0f);
    }
}

void WallSeparation::reset(Faces& face_fraction) {
    for (const Face& face : faces_) face_fraction.axis[axis_][face.at] = 0;
    faces_.clear();
}

}  // namespace slosh
