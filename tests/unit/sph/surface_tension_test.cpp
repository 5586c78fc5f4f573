// The pair terms of surface tension against finite differences and against the sum of the energy they follow from.
#include "sph/surface_tension.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "sph/smoothing_kernels.h"

namespace slosh::sph::surface_tension_test {
namespace {

TEST(SurfaceTension, CurvatureIsTheSecondDerivativeOfTheKernel) {
    const auto w = [](double q) { return static_cast<double>(QuarticSpline<2>::w(splat(static_cast<float>(q)))[0]); };
    const double step = 0.01;
    for (double q = 0.05; q < 0.96; q += 0.05) {
        const double second = (w(q + step) - 2 * w(q) + w(q - step)) / (step * step);
        const double bend = static_cast<double>(QuarticSpline<2>::second_derivative(splat(static_cast<float>(q)))[0]);
        // Equal up to one factor: the scale factor of the slope over that of the kernel.
        const double slope = static_cast<double>(QuarticSpline<2>::slope(splat(static_cast<float>(q)))[0]) * q;
        const double first = (w(q + step) - w(q - step)) / (2 * step);
        EXPECT_NEAR(second * slope, bend * first, 0.02 * std::abs(bend * first) + 0.02) << q;
    }
    EXPECT_EQ(QuarticSpline<2>::second_derivative(splat(1.2f))[0], 0);
}

template <int D>
struct Cloud {
    static constexpr int count = 40;
    std::vector<float> x[3], n[3];
    float h = 0.6f;
    // Some pairs are closer, and feel it as much as the rest; some of them its core.
    CloseRepulsion repulsion{.by_w = 160, .at_spacing = 20, .half = 10, .core = 2};

    Cloud() {
        Random random(5);
        for (int d = 0; d < 3; ++d)
            for (int i = 0; i < count; ++i) x[d].push_back(random.uniform(0, 1)), n[d].push_back(0);
    }
    // n_i = sum_j grad W_ij over the scale of the slope, by the interaction.
    void find_normals() {
        const ColourGradientInteraction<D, QuarticSpline<D>> colour{x[0].data(), x[1].data(), x[2].data(), 1 / h};
        for (auto& a : n) std::fill(a.begin(), a.end(), 0.0f);
        each_pair(colour, n);
    }
    template <class Interaction>
    void each_pair(const Interaction& interaction, std::vector<float> (&sums)[3]) const {
        const auto one = [](const float* p) { return splat(*p); };
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < i; ++j) {
                Float4 to_i[D] = {}, to_j[D] = {};
                interaction.interact(interaction.load(i, one), interaction.load(j, one), to_i, to_j);
                for (int d = 0; d < D; ++d)
                    sums[d][static_cast<size_t>(i)] += to_i[d][0], sums[d][static_cast<size_t>(j)] += to_j[d][0];
            }
    }
    // 1/2 sum_i |n_i|^2, in double precision from the kernel's slope, and that of pairs closer than the spacing: the
    // force slope (by_w W - at_spacing) r follows from h^2 (by_w W - at_spacing)^2 / (2 by_w), that of the core alike.
    double energy() const {
        const double by_w = static_cast<double>(repulsion.by_w), at_spacing = static_cast<double>(repulsion.at_spacing);
        double all = 0;
        for (size_t i = 0; i < count; ++i) {
            double normal[3] = {};
            for (size_t j = 0; j < count; ++j) {
                double off[3] = {}, r2 = 0;
                for (int d = 0; d < D; ++d)
                    off[d] = static_cast<double>(x[d][j]) - static_cast<double>(x[d][i]), r2 += off[d] * off[d];
                if (j == i || r2 >= static_cast<double>(h * h)) continue;
                // The quartic spline as published, by pieces, and its slope over q.
                const double q = std::sqrt(r2) / static_cast<double>(h);
                double w = std::pow(1 - q, 4), slope = -4 * std::pow(1 - q, 3) / q;
                if (q < 0.6) w -= 5 * std::pow(0.6 - q, 4), slope += 20 * std::pow(0.6 - q, 3) / q;
                if (q < 0.2) w += 10 * std::pow(0.2 - q, 4), slope -= 40 * std::pow(0.2 - q, 3) / q;
                const double excess = std::max(by_w * w - at_spacing, 0.0);
                const double in_core = std::max(excess - static_cast<double>(repulsion.half), 0.0);
                if (j < i)
                    all += static_cast<double>(h * h) / (2 * by_w) *
                           (excess * excess + static_cast<double>(repulsion.core) * in_core * in_core);
                for (int d = 0; d < D; ++d) normal[d] -= slope * off[d];
            }
            for (const double c : normal) all += c * c / 2;
        }
        return all;
    }
};

// F = -grad E: a displaced particle changes the energy by its force times the displacement.
template <int D>
void expect_gradient() {
    Cloud<D> cloud;
    cloud.find_normals();
    std::vector<float> force[3];
    for (auto& a : force) a.assign(Cloud<D>::count, 0);
    using Interaction = GradientEnergyInteraction<D, QuarticSpline<D>>;
    const Interaction interaction{cloud.x[0].data(), cloud.x[1].data(), cloud.x[2].data(), cloud.n[0].data(),
                                  cloud.n[1].data(), cloud.n[2].data(), 1 / cloud.h,       cloud.repulsion};
    cloud.each_pair(interaction, force);
    double sums[D] = {}, scale = 0, ratio = 0;
    for (int d = 0; d < D; ++d)
        for (size_t i = 0; i < Cloud<D>::count; ++i) {
            sums[d] += static_cast<double>(force[d][i]);
            scale = std::max(scale, std::abs(static_cast<double>(force[d][i])));
        }
    for (const double sum : sums) EXPECT_NEAR(sum / scale, 0, 1e-5) << "equal and opposite";
    for (size_t i = 0; i < Cloud<D>::count; i += 7)
        for (int d = 0; d < D; ++d) {
            const float step = 1e-3f, at = cloud.x[d][i];
            cloud.x[d][i] = at + step;
            const double above = cloud.energy();
            cloud.x[d][i] = at - step;
            const double below = cloud.energy();
            cloud.x[d][i] = at;
            const double slope = -(above - below) / (2 * static_cast<double>(step));
            // The same factor for all particles: the scale factors of the kernel, which `force` lacks.
            if (ratio == 0) ratio = slope / static_cast<double>(force[d][i]);
            EXPECT_NEAR(static_cast<double>(force[d][i]) * ratio / scale, slope / scale, 0.01 * std::abs(ratio))
                << D << "D, particle " << i << ", axis " << d;
        }
    EXPECT_GT(ratio, 0) << "the force decreases the energy";
}

TEST(SurfaceTension, TheForceIsTheNegativeGradientOfTheEnergy) {
    expect_gradient<2>();
    expect_gradient<3>();
}

}  // namespace
}  // namespace slosh::sph::surface_tension_test
