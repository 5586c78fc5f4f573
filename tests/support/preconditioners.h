// A preconditioner applied to a vector, and the double-precision vectors that it is compared with.
#pragma once
#include <cmath>
#include <vector>

#include "grid/pressure/pressure_solver.h"
#include "support/pressure_systems.h"

namespace slosh::test {

using Doubles = std::vector<double>;

inline PressureSystem random_box_system() { return random_system({17, 14, 15, 1}, 3); }

// z = M^-1 b: the preconditioned residual of the first iteration from zero.
inline Doubles preconditioned(PressureSystem system, const Doubles& b, Preconditioner preconditioner) {
    for (int i = 0; i < system.grid.size(); ++i) system.b[i] = static_cast<float>(b[static_cast<size_t>(i)]);
    Jobs jobs(3);
    PressureSolver solver;
    SimdArray<float> p(system.grid.size());
    solver.begin(system, p, {preconditioner, 0, 1}, jobs);
    solver.iterate(jobs);
    const std::span<const float> z = solver.vectors().preconditioned;
    return {z.begin(), z.end()};
}

inline Doubles random_vector(const PressureSystem& system, uint64_t seed) {
    PressureSystem copy = system;
    copy.b.assign(system.grid.size());
    random_b(copy, seed);
    return {copy.b.view().begin(), copy.b.view().end()};
}

inline double dot(const Doubles& v, const Doubles& w) {
    double sum = 0;
    for (size_t i = 0; i < v.size(); ++i) sum += v[i] * w[i];
    return sum;
}

inline double difference(const Doubles& v, const Doubles& expected) {
    double sum = 0;
    for (size_t i = 0; i < v.size(); ++i) sum += (v[i] - expected[i]) * (v[i] - expected[i]);
    return std::sqrt(sum / dot(expected, expected));
}

// The link between a cell and the one below it, or the one above.
struct Links {
    const PressureSystem& system;
    double below(int axis, int i) const { return static_cast<double>(system.link[axis][i]); }
    double above(int axis, int i) const { return below(axis, i + stride(axis)); }
    int stride(int axis) const { return system.grid.stride(axis); }
};

}  // namespace slosh::test
