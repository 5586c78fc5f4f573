// Each preconditioner against its formula, written down cell by cell in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "grid/pressure/pressure_solver.h"
#include "support/pressure_systems.h"

namespace slosh {
namespace {

using namespace test;
using Doubles = std::vector<double>;

PressureSystem some_system() {
    PressureSystem system = random_system({17, 14, 15, 1}, 3);
    return system;
}

// z = M^-1 b, as the first iteration from zero has it.
Doubles preconditioned(PressureSystem system, const Doubles& b, Preconditioner preconditioner) {
    for (int i = 0; i < system.grid.size(); ++i) system.b[i] = static_cast<float>(b[static_cast<size_t>(i)]);
    Jobs jobs(3);
    PressureSolver solver;
    SimdArray<float> p(system.grid.size());
    solver.begin(system, p, {preconditioner, 0, 1}, jobs);
    solver.iterate(jobs);
    const std::span<const float> z = solver.vectors().preconditioned;
    return {z.begin(), z.end()};
}

Doubles random_vector(const PressureSystem& system, uint64_t seed) {
    PressureSystem copy = system;
    copy.b.assign(system.grid.size());
    random_b(copy, seed);
    return {copy.b.view().begin(), copy.b.view().end()};
}

double dot(const Doubles& v, const Doubles& w) {
    double sum = 0;
    for (size_t i = 0; i < v.size(); ++i) sum += v[i] * w[i];
    return sum;
}

double difference(const Doubles& v, const Doubles& expected) {
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

TEST(Preconditioner, NoneAndJacobi) {
    const PressureSystem system = some_system();
    const Doubles b = random_vector(system, 1);
    EXPECT_LT(difference(preconditioned(system, b, Preconditioner::none), b), 1e-7);
    Doubles scaled = b;
    for_fluid(system, [&](int i) { scaled[static_cast<size_t>(i)] /= static_cast<double>(system.diagonal[i]); });
    EXPECT_LT(difference(preconditioned(system, b, Preconditioner::jacobi), scaled), 1e-6);
}

// (I - L D^-1) (I - D^-1 L^T), L the part of the matrix below its diagonal.
TEST(Preconditioner, IncompletePoisson) {
    const PressureSystem system = some_system();
    const Links links{system};
    const Doubles b = random_vector(system, 1);
    Doubles half = b, expected;
    const auto diagonal = [&](int i) { return static_cast<double>(system.diagonal[i]); };
    for_fluid(system, [&](int i) {
        for (int axis = 0; axis < 3; ++axis)
            half[static_cast<size_t>(i)] +=
                links.above(axis, i) * b[static_cast<size_t>(i + links.stride(axis))] / diagonal(i);
    });
    expected = half;
    for_fluid(system, [&](int i) {
        for (int axis = 0; axis < 3; ++axis)
            if (links.below(axis, i) > 0)
                expected[static_cast<size_t>(i)] += links.below(axis, i) *
                                                    half[static_cast<size_t>(i - links.stride(axis))] /
                                                    diagonal(i - links.stride(axis));
    });
    EXPECT_LT(difference(preconditioned(system, b, Preconditioner::incomplete_poisson), expected), 1e-6);
}

// In the natural order, one cell after the other.
Doubles by_incomplete_cholesky(const PressureSystem& system, const Doubles& b, double modified) {
    const Links links{system};
    Doubles pivot(b.size(), 1), z(b.size(), 0);
    for_fluid(system, [&](int i) {
        const double diagonal = static_cast<double>(system.diagonal[i]);
        double& e = pivot[static_cast<size_t>(i)] = diagonal;
        for (int axis = 0; axis < 3; ++axis) {
            const double link = links.below(axis, i);
            const int below = i - links.stride(axis);
            double dropped = 0;
            for (int other = 0; other < 3; ++other)
                if (other != axis && link > 0) dropped += links.above(other, below);
            e -= link * (link + modified * dropped) / pivot[static_cast<size_t>(below)];
        }
        if (e < 0.25 * diagonal) e = diagonal;
    });
    for_fluid(system, [&](int i) {
        double sum = b[static_cast<size_t>(i)];
        for (int axis = 0; axis < 3; ++axis)
            sum += links.below(axis, i) * z[static_cast<size_t>(i - links.stride(axis))];
        z[static_cast<size_t>(i)] = sum / pivot[static_cast<size_t>(i)];
    });
    for (int i = system.grid.size(); i-- > 0;)
        for (int axis = 0; axis < 3 && system.diagonal[i] > 0; ++axis)
            z[static_cast<size_t>(i)] +=
                links.above(axis, i) * z[static_cast<size_t>(i + links.stride(axis))] / pivot[static_cast<size_t>(i)];
    return z;
}

TEST(Preconditioner, IncompleteCholeskyInTheNaturalOrder) {
    PressureSystem block = demo_block(30000), flat = random_system({30, 13, 1, 1}, 4);
    for (const PressureSystem& system : {some_system(), block, flat}) {
        const Doubles b = random_vector(system, 1);
        EXPECT_LT(difference(preconditioned(system, b, Preconditioner::ic0), by_incomplete_cholesky(system, b, 0)),
                  1e-6);
        EXPECT_LT(difference(preconditioned(system, b, Preconditioner::mic0), by_incomplete_cholesky(system, b, 0.97)),
                  1e-6);
    }
}

// Conjugate gradients need no less.
TEST(Preconditioner, SymmetricAndPositive) {
    for (const Preconditioner preconditioner : {Preconditioner::jacobi, Preconditioner::ic0, Preconditioner::mic0,
                                                Preconditioner::incomplete_poisson, Preconditioner::multigrid})
        for (const PressureSystem& system : {some_system(), wavy_tank(19, 22, 21), demo_block(10000)}) {
            const Doubles v = random_vector(system, 1), w = random_vector(system, 2);
            const Doubles mv = preconditioned(system, v, preconditioner),
                          mw = preconditioned(system, w, preconditioner);
            const double scale = std::sqrt(dot(v, v) * dot(mw, mw));
            EXPECT_NEAR(dot(v, mw) / scale, dot(w, mv) / scale, 1e-6);
            EXPECT_GT(dot(v, mv), 0);
            EXPECT_GT(dot(w, mw), 0);
        }
}

// How far from the inverse: the eigenvalues of M^-1 A, by power iteration, are those of a good preconditioner.
TEST(Preconditioner, MultigridIsNearTheInverse) {
    for (const PressureSystem& system : {wavy_tank(40, 33, 37), demo_block(50000)}) {
        Doubles v = random_vector(system, 1);
        double largest = 0;
        for (int turn = 0; turn < 30; ++turn) {
            SimdArray<float> p(system.grid.size());
            for (int i = 0; i < system.grid.size(); ++i) p[i] = static_cast<float>(v[static_cast<size_t>(i)]);
            Doubles image(v.size(), 0);
            for_fluid(system, [&](int i) { image[static_cast<size_t>(i)] = applied(system, p, i); });
            image = preconditioned(system, image, Preconditioner::multigrid);
            largest = std::sqrt(dot(image, image) / dot(v, v));
            const double length = std::sqrt(dot(image, image));
            for (double& x : image) x /= length;
            v = image;
        }
        EXPECT_LT(largest, 2);
        EXPECT_GT(largest, 0.9);
    }
}

}  // namespace
}  // namespace slosh
