#include "solvers/double_density/viscosity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace slosh::viscosity_test {
namespace {

constexpr float h = 2.5f, dt = 1.0f / 60;

// Particles at random in a square, with random velocities and the masses of the three kinds.
struct Patch {
    explicit Patch(int count, float edge = 4) {
        blobs.resize(count, count), slots.resize(count, count), sums.resize(count);
        SimdArray<float> x(count), y(count);
        Random random(7);
        for (int i = 0; i < count; ++i) x[i] = random.uniform(0, edge), y[i] = random.uniform(0, edge);
        cells.build(2, {{0, 0, 0}, {edge, edge, 0}}, h * cell_margin, {count, x.data(), y.data()}, jobs);
        for (int slot = 0; slot < count; ++slot) {
            const auto from = static_cast<int>(cells.order()[static_cast<size_t>(slot)]);
            blobs.x[slot] = x[from], blobs.y[slot] = y[from], blobs.id[slot] = static_cast<uint32_t>(from);
            blobs.mass[slot] = 0.85f + 0.1f * static_cast<float>(from % 3);
            blobs.vx[slot] = random.uniform(-5, 5), blobs.vy[slot] = random.uniform(-5, 5);
            slots.set(static_cast<uint32_t>(from), slot);
        }
    }
    void apply(float linear, float quadratic) {
        viscosity.apply(blobs, cells, slots, {.h = h, .dt = dt, .linear = linear, .quadratic = quadratic}, strips, sums,
                        jobs);
    }
    double energy() const {
        double sum = 0;
        for (int i = 0; i < blobs.count; ++i)
            sum += static_cast<double>(blobs.mass[i]) * std::pow(std::hypot(blobs.vx[i], blobs.vy[i]), 2) / 2;
        return sum;
    }

    Jobs jobs{1};
    BlobArrays blobs;
    SlotsByIndex slots;
    CellGrid cells;
    RowPartition strips;
    PairSums<2> sums;
    BlobViscosity viscosity;
};

// (M + dt K) v = M v0 by elimination, from the formulas alone.
std::vector<double> solve_densely(const BlobArrays& b, double linear, double quadratic) {
    const auto n = static_cast<size_t>(2 * b.count);
    std::vector<std::vector<double>> a(n, std::vector<double>(n + 1, 0));
    for (int i = 0; i < b.count; ++i) {
        const auto x = static_cast<size_t>(2 * i), y = x + 1;
        a[x][x] = a[y][y] = b.mass[i];
        a[x][n] = static_cast<double>(b.mass[i]) * b.vx[i], a[y][n] = static_cast<double>(b.mass[i]) * b.vy[i];
    }
    for (int i = 0; i < b.count; ++i)
        for (int j = 0; j < b.count; ++j) {
            const double dx = b.x[i] - b.x[j], dy = b.y[i] - b.y[j], r = std::hypot(dx, dy);
            if (i == j || r >= h) continue;
            const double e[2] = {dx / r, dy / r};
            const double approach = std::max(-(b.vx[i] - b.vx[j]) * e[0] - (b.vy[i] - b.vy[j]) * e[1], 0.0);
            const double reduced = static_cast<double>(b.mass[i]) * b.mass[j] / (b.mass[i] + b.mass[j]);
            const double k = dt * (1 - r / h) * (linear + quadratic * approach) * reduced;
            for (size_t p = 0; p < 2; ++p)
                for (size_t q = 0; q < 2; ++q) {
                    a[static_cast<size_t>(2 * i) + p][static_cast<size_t>(2 * i) + q] += k * e[p] * e[q];
                    a[static_cast<size_t>(2 * i) + p][static_cast<size_t>(2 * j) + q] -= k * e[p] * e[q];
                }
        }
    for (size_t k = 0; k < n; ++k)  // positive definite: no pivots are needed
        for (size_t row = 0; row < n; ++row) {
            if (row == k) continue;
            const double factor = a[row][k] / a[k][k];
            for (size_t column = k; column <= n; ++column) a[row][column] -= factor * a[k][column];
        }
    std::vector<double> v(n);
    for (size_t k = 0; k < n; ++k) v[k] = a[k][n] / a[k][k];
    return v;
}

TEST(DoubleDensityViscosity, SolvesTheSystemOfItsHeader) {
    for (const auto& [linear, quadratic] : {std::pair{3.0f, 0.0f}, {300.0f, 0.0f}, {0.0f, 2.0f}, {40.0f, 5.0f}}) {
        Patch patch(40);
        const std::vector<double> exact = solve_densely(patch.blobs, linear, quadratic);
        double change = 0, error = 0;
        std::vector<double> before(exact.size());
        for (int i = 0; i < patch.blobs.count; ++i) {
            const auto at = static_cast<size_t>(2 * i);
            before[at] = patch.blobs.vx[i], before[at + 1] = patch.blobs.vy[i];
        }
        patch.apply(linear, quadratic);
        for (int i = 0; i < patch.blobs.count; ++i)
            for (size_t d = 0; d < 2; ++d) {
                const auto at = static_cast<size_t>(2 * i) + d;
                const double now = d ? patch.blobs.vy[i] : patch.blobs.vx[i];
                change += std::pow(exact[at] - before[at], 2), error += std::pow(exact[at] - now, 2);
            }
        EXPECT_GT(change, 1);
        EXPECT_LT(std::sqrt(error / change), 0.03) << linear << ", " << quadratic;
        EXPECT_GT(patch.viscosity.iterations(), 0);
    }
}

TEST(DoubleDensityViscosity, KeepsMomentumAndSpinAndNeverAddsEnergy) {
    for (const float linear : {1.0f, 100.0f, 20000.0f}) {
        Patch patch(300, 10);
        const auto moments = [&] {
            std::array<double, 3> sum{};
            const BlobArrays& b = patch.blobs;
            for (int i = 0; i < b.count; ++i) {
                const double m = b.mass[i], px = m * b.vx[i], py = m * b.vy[i];
                sum[0] += px, sum[1] += py, sum[2] += b.x[i] * py - b.y[i] * px;
            }
            return sum;
        };
        const std::array<double, 3> before = moments();
        double energy = patch.energy();
        for (int step = 0; step < 5; ++step) {
            patch.apply(linear, 0.5f);
            EXPECT_LT(patch.energy(), energy * (1 + 1e-6)) << linear;
            energy = patch.energy();
        }
        const std::array<double, 3> after = moments();
        for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(after[k], before[k], k == 2 ? 0.05 : 0.005) << linear << ", " << k;
    }
}

// The quadratic part alone: neighbours that part do not feel it.
TEST(DoubleDensityViscosity, LeavesPartingNeighboursToTheLinearPart) {
    for (const float speed : {1.0f, -1.0f}) {
        Patch patch(2, 1);
        BlobArrays& b = patch.blobs;
        const float dx = b.x[1] - b.x[0], dy = b.y[1] - b.y[0], r = std::hypot(dx, dy);
        b.vx[0] = -speed * dx / r, b.vy[0] = -speed * dy / r, b.vx[1] = speed * dx / r, b.vy[1] = speed * dy / r;
        const double before = patch.energy();
        patch.apply(0, 20);
        if (speed > 0) EXPECT_NEAR(patch.energy(), before, 1e-6);
        else EXPECT_LT(patch.energy(), 0.9 * before);
        const double then = patch.energy();
        patch.apply(50, 0);
        EXPECT_LT(patch.energy(), 0.9 * then);
    }
}

TEST(DoubleDensityViscosity, BeginsWithTheLastChange) {
    Patch cold(300, 10), warm(300, 10);
    warm.apply(500, 0);
    std::copy_n(cold.blobs.vx.data(), 300, warm.blobs.vx.data()),
        std::copy_n(cold.blobs.vy.data(), 300, warm.blobs.vy.data());
    cold.apply(500, 0), warm.apply(500, 0);
    EXPECT_GT(cold.viscosity.iterations(), 3);
    EXPECT_EQ(warm.viscosity.iterations(), 0) << "the same problem twice";
    warm.viscosity.clear();
    std::copy_n(cold.blobs.vx.data(), 300, warm.blobs.vx.data());
    warm.apply(500, 0);
    EXPECT_GT(warm.viscosity.iterations(), 0);
}

}  // namespace
}  // namespace slosh::viscosity_test
