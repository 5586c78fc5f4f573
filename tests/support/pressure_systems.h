// Pressure systems for tests: the equations are assembled face by face for any layout of cells.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>
#include <vector>

#include "base/random.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh::test {

enum class Cell { air, fluid, solid };
using Layout = std::function<Cell(int i, int j, int k)>;  // of the cells of the grid; cells outside are solid
struct Face {
    float open = 1;   // face fraction, 0 to 1
    float theta = 1;  // towards air: distance of the surface from the fluid's cell centre, in cells, 0 to 1
};
// By axis and the cell whose lower face it is.
using Faces = std::function<Face(int axis, int i, int j, int k)>;

inline Face full_face(int, int, int, int) { return {}; }

inline PressureSystem make_system(MacGrid grid, const Layout& layout, const Faces& faces = full_face) {
    PressureSystem system;
    system.grid = grid;
    for (SimdArray<float>* field : {&system.diagonal, &system.link[0], &system.link[1], &system.link[2], &system.b})
        field->assign(grid.size());
    const auto cell = [&](int i, int j, int k) {
        const bool inside = i >= 0 && j >= 0 && k >= 0 && i < grid.nx && j < grid.ny && k < grid.nz;
        return inside ? layout(i, j, k) : Cell::solid;
    };
    for (int k = 0; k <= grid.nz; ++k)
        for (int j = 0; j <= grid.ny; ++j)
            for (int i = 0; i <= grid.nx; ++i)
                for (int axis = 0; axis < 3; ++axis) {
                    const Cell above = cell(i, j, k), below = cell(i - (axis == 0), j - (axis == 1), k - (axis == 2));
                    const int at = grid.at(i, j, k), at_below = at - grid.stride(axis);
                    if (above == Cell::solid || below == Cell::solid) continue;
                    const Face face = faces(axis, i, j, k);
                    const bool both = above == below;
                    if (both && above == Cell::fluid) system.link[axis][at] = face.open;
                    const float weight = both ? face.open : face.open / face.theta;
                    if (above == Cell::fluid) system.diagonal[at] += weight;
                    if (below == Cell::fluid) system.diagonal[at_below] += weight;
                }
    return system;
}

template <class F>
void for_fluid(const PressureSystem& system, F&& f) {
    for (int i = 0; i < system.grid.size(); ++i)
        if (system.diagonal[i] > 0) f(i);
}

inline void random_b(PressureSystem& system, uint64_t seed) {
    Random random(seed);
    for_fluid(system, [&](int i) { system.b[i] = random.uniform(-1, 1); });
}

// (A p)_i as defined in the header, in double precision.
inline double applied(const PressureSystem& system, const SimdArray<float>& p, int i) {
    double sum = static_cast<double>(system.diagonal[i]) * static_cast<double>(p[i]);
    for (int axis = 0; axis < 3; ++axis) {
        const int stride = system.grid.stride(axis);
        sum -= static_cast<double>(system.link[axis][i]) * static_cast<double>(p[i - stride]);
        sum -= static_cast<double>(system.link[axis][i + stride]) * static_cast<double>(p[i + stride]);
    }
    return sum;
}

inline double relative_residual(const PressureSystem& system, const SimdArray<float>& p) {
    double left = 0, all = 0;
    for_fluid(system, [&](int i) {
        const double b = static_cast<double>(system.b[i]), r = b - applied(system, p, i);
        left += r * r, all += b * b;
    });
    return std::sqrt(left / all);
}

// The block of fluid of the demo of 2016 (density d, cells of 2 / cbrt(d)), placed on the floor: the demo starts it 0.1
// above, where the first step is a free fall without divergence. All faces but those on the floor have the same
// velocity, from gravity.
inline PressureSystem demo_block(double d) {
    const double h = 2 / std::cbrt(d);
    const auto cells = [h](double length) { return static_cast<int>(std::lround(length / h)); };
    const auto in = [h](double from, double length, int i) {
        const double centre = (i + 0.5) * h;
        return centre > from && centre < from + length;
    };
    PressureSystem system =
        make_system({cells(1.6), cells(1.0), cells(1.0), static_cast<float>(h)}, [&](int i, int j, int k) {
            const bool inside = in(0.2, 0.6, i) && in(0, 0.8, j) && in(0.1, 0.8, k);
            return inside ? Cell::fluid : Cell::air;
        });
    for_fluid(system, [&](int i) { system.b[i] = i / system.grid.row % (system.grid.ny + 2) == 1 ? 1.0f : 0.0f; });
    return system;
}

// A tank with waves: cells below the surface are fluid, and theta is the position of the surface between cells.
inline PressureSystem wavy_tank(int nx, int ny, int nz) {
    const auto depth = [=](int i, int j, int k) {
        const float x = static_cast<float>(i) / static_cast<float>(nx),
                    z = static_cast<float>(k) / static_cast<float>(nz);
        const float height = 0.5f + x * (1 - x) * (2 * z - 0.6f);
        return height * static_cast<float>(ny) - (static_cast<float>(j) + 0.5f);
    };
    return make_system(
        {nx, ny, nz, 1}, [&](int i, int j, int k) { return depth(i, j, k) > 0 ? Cell::fluid : Cell::air; },
        [&](int axis, int i, int j, int k) {
            const float above = depth(i, j, k), below = depth(i - (axis == 0), j - (axis == 1), k - (axis == 2));
            const float in = std::max(above, below), out = std::min(above, below);
            return Face{1, out < 0 ? std::max(in / (in - out), 1e-3f) : 1.0f};
        });
}

// Random cells, random face fractions and random theta.
inline PressureSystem random_system(MacGrid grid, uint64_t seed) {
    Random random(seed);
    const auto drawn = [&](auto&& draw) {
        std::vector<std::invoke_result_t<decltype(draw)>> values;
        for (int i = 0; i < 3 * grid.size(); ++i) values.push_back(draw());
        return values;
    };
    const std::vector<Cell> cells = drawn([&] {
        const float x = random.uniform();
        return x < 0.7f ? Cell::fluid : x < 0.85f ? Cell::air : Cell::solid;
    });
    const std::vector<Face> faces = drawn([&] { return Face{random.uniform(0.05f, 1), random.uniform(0.01f, 1)}; });
    PressureSystem system = make_system(
        grid, [&](int i, int j, int k) { return cells[static_cast<size_t>(grid.at(i, j, k))]; },
        [&](int axis, int i, int j, int k) { return faces[static_cast<size_t>(3 * grid.at(i, j, k) + axis)]; });
    random_b(system, seed + 1);
    return system;
}

}  // namespace slosh::test
