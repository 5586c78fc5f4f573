// Kernels against their definition: unit integral, slope as the derivative.
#include "sph/smoothing_kernels.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/figure.h"
#include "support/worst.h"

namespace slosh::smoothing_kernels_test {
namespace {

template <class Kernel>
double value(double r, double h) {
    const auto q = static_cast<float>(r / h);
    return static_cast<double>(Kernel::w(splat(q))[0] * Kernel(static_cast<float>(h)).scale);
}

template <int D, class Kernel>
double integral(double h) {
    const int n = 4000;
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        const double r = (i + 0.5) * h / n;
        sum += value<Kernel>(r, h) * (D == 2 ? 2 * M_PI * r : 4 * M_PI * r * r) * h / n;
    }
    return sum;
}

TEST(SmoothingKernels, IntegrateToOne) {
    double worst[2] = {};
    for (const double h : {0.02, 1.0, 2.5}) {
        keep_worst(worst[0], std::abs(integral<2, QuarticSpline<2>>(h) - 1));
        keep_worst(worst[1], std::abs(integral<3, QuarticSpline<3>>(h) - 1));
        EXPECT_NEAR((integral<2, CubicSpline<2>>(h)), 1, 1e-4);
        EXPECT_NEAR((integral<3, CubicSpline<3>>(h)), 1, 1e-4);
    }
    for (const int dimensions : {2, 3})
        expect_figure({"the quartic spline's integral, off by", "wcsph " + std::to_string(dimensions) + "D", "0"},
                      worst[dimensions - 2], at_most(1e-4));
}

// How far the slope is off finite differences, in W(0)/h.
template <class Kernel>
double slope_error(double h) {
    const Kernel spline(static_cast<float>(h));
    double worst = 0;
    for (double r = 0.05 * h; r < h; r += 0.05 * h) {
        const double step = 1e-3 * h,
                     derivative = (value<Kernel>(r + step, h) - value<Kernel>(r - step, h)) / (2 * step);
        const Float4 q = splat(static_cast<float>(r / h));
        const double slope = static_cast<double>(Kernel::slope(q)[0] * spline.slope_scale) * r;
        keep_worst(worst, std::abs(slope - derivative) * h / value<Kernel>(0, h));
    }
    EXPECT_EQ(value<Kernel>(h, h), 0);
    EXPECT_EQ(Kernel::slope(splat(1.5f))[0], 0);
    return worst;
}

template <int D>
void expect_slope(double h) {
    expect_figure({"the quartic spline's slope against finite differences, off by, in W(0)/h",
                   "wcsph " + std::to_string(D) + "D", "0"},
                  slope_error<QuarticSpline<D>>(h), at_most(1e-3));
    EXPECT_LE(slope_error<CubicSpline<D>>(h), 1e-3);
}

TEST(SmoothingKernels, SlopeIsTheDerivativeOverR) {
    expect_slope<2>(0.7);
    expect_slope<3>(0.7);
}

// The integral of f(r) over the disc or the ball of radius h.
template <int D, class F>
double over_support(double h, F&& f) {
    const int n = 4000;
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        const double r = (i + 0.5) * h / n;
        sum += f(r) * (D == 2 ? 2 * M_PI * r : 4 * M_PI * r * r) * h / n;
    }
    return sum;
}

Float4 at(double v) { return splat(static_cast<float>(v)); }

template <int D>
void expect_mueller_kernels(double h) {
    const auto length = static_cast<float>(h);
    const auto poly6 = [&](double r) {
        return static_cast<double>(Poly6<D>::w(at(r * r / (h * h)))[0] * Poly6<D>(length).scale);
    };
    const auto spiky = [&](double r) {
        return static_cast<double>(Spiky<D>::w(at(r / h))[0] * Spiky<D>(length).scale);
    };
    const auto laplacian = [&](double r) {
        return static_cast<double>(ViscosityKernel<D>::laplacian(at(r / h))[0] *
                                   ViscosityKernel<D>(length).laplacian_scale);
    };
    const auto expect_one = [](const char* kernel, double integral) {
        expect_figure({std::string(kernel) + "'s integral, off by", "mueller_sph " + std::to_string(D) + "D", "0"},
                      std::abs(integral - 1), at_most(1e-4));
    };
    expect_one("poly6", over_support<D>(h, poly6));
    expect_one("the spiky kernel", over_support<D>(h, spiky));
    // A kernel that integrates to 1 has a Laplacian that gives 2 D with r^2 (by parts, twice).
    EXPECT_NEAR(over_support<D>(h, [&](double r) { return laplacian(r) * r * r; }) / (2 * D), 1, 1e-4);
    // The viscosity kernel in closed form: in space as published, in the plane from its Laplacian with
    // W(h) = W'(h) = 0.
    const auto viscosity = [&](double r) {
        const double q = r / h;
        if (D == 3) return 15 / (2 * M_PI * h * h * h) * (-q * q * q / 2 + q * q + 1 / (2 * q) - 1);
        return 40 / (M_PI * h * h) * (q * q / 4 - q * q * q / 9 - std::log(q) / 6 - 5.0 / 36);
    };
    expect_one("the viscosity kernel", over_support<D>(h, viscosity));
    const double unit = spiky(0) / h;  // a slope
    for (double r = 0.15 * h; r < 0.95 * h; r += 0.05 * h) {
        const double step = 1e-3 * h, slope = (spiky(r + step) - spiky(r - step)) / (2 * step);
        const float given = Spiky<D>::slope(at(r / h))[0] * Spiky<D>(length).slope_scale;
        EXPECT_NEAR(static_cast<double>(given) * r / unit, slope / unit, 2e-4) << D << "D, r/h " << r / h;
        const auto flux = [&](double s) {  // r^(D-1) W'
            const double d = 1e-4 * h, first = (viscosity(s + d) - viscosity(s - d)) / (2 * d);
            return first * (D == 2 ? s : s * s);
        };
        const double second = (flux(r + step) - flux(r - step)) / (2 * step) / (D == 2 ? r : r * r);
        EXPECT_NEAR(second / laplacian(0), laplacian(r) / laplacian(0), 1e-4) << D << "D, r/h " << r / h;
    }
    for (const double beyond : {1.0, 1.5}) {
        EXPECT_EQ(poly6(beyond * h), 0);
        EXPECT_EQ(laplacian(beyond * h), 0);
        EXPECT_EQ(Spiky<D>::slope(at(beyond))[0], 0);
    }
}

TEST(SmoothingKernels, MuellersKernelsIn2DAndIn3D) {
    for (const double h : {0.05, 1.0, 3.0}) {
        expect_mueller_kernels<2>(h);
        expect_mueller_kernels<3>(h);
    }
    // As printed: 315/(64 pi h^9) (h^2 - r^2)^3 and -45/(pi h^6) (h - r)^2 at h = 0.5, r = 0.2.
    EXPECT_NEAR(Poly6<3>::w(at(0.16))[0] * Poly6<3>(0.5f).scale, 315 / (64 * M_PI / 512) * std::pow(0.21, 3), 1e-4);
    EXPECT_NEAR(Spiky<3>::slope(at(0.4))[0] * Spiky<3>(0.5f).slope_scale * 0.2f, -45 / (M_PI / 64) * 0.09, 1e-3);
}

}  // namespace
}  // namespace slosh::smoothing_kernels_test
