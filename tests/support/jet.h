// A jet that leaves a nozzle in any direction and falls: it follows the parabola of a particle in free fall.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "support/water.h"
#include "support/worst.h"

namespace slosh::physics {

struct Jet {
    int dimensions = 2;
    float width = 0.2f, speed = 2;  // m, m/s, of the nozzle
    float angle = 0;                // above the horizontal, in radians
    int particles = 3000;
};

struct JetFigures {
    double error = 0;  // largest distance of the middle of the jet from the parabola, over the length of its way
    double flux = 0;   // at the nozzle, over width x speed
};

// 0.8 s of a jet that meets neither floor nor walls. Its middle is that of the particles in slices of 0.1 m from 0.3 m
// on.
template <class Def, class MakeSolver>
JetFigures measure_jet(const Jet& jet, MakeSolver make) {
    const bool is_3d = jet.dimensions == 3;
    const double seconds = 0.8, slice = 0.1, speed = jet.speed;
    const double area = is_3d ? pi_d / 4 * jet.width * jet.width : jet.width;
    Scene scene = empty_tank<Def>(jet.dimensions, {8, 7, is_3d ? 2 : 0}, static_cast<float>(area * speed * seconds),
                                  jet.particles);
    const glm::vec3 nozzle{0.5f, 5, is_3d ? 1 : 0}, direction{std::cos(jet.angle), std::sin(jet.angle), 0};
    scene.domain.emitters = {{.centre = nozzle, .direction = direction, .width = jet.width, .speed = jet.speed}};
    const auto solver = make(scene);
    struct Slice {
        double count = 0, x = 0, y = 0;
    };
    std::array<Slice, 60> slices;
    for (int s = 1; s <= static_cast<int>(60 * seconds); ++s) {
        solver->step(display_step, {}, {});
        const double reach = speed * static_cast<double>(direction.x) * (s / 60.0 - 0.1);
        const ParticleView p = solver->particles();
        for (size_t i = 0; s > 30 && i < static_cast<size_t>(p.count); ++i) {
            const double x = static_cast<double>(p.x[i] - nozzle.x);
            const int k = static_cast<int>(x / slice);
            if (x < 0.3 || k >= static_cast<int>(slices.size()) || (k + 1) * slice > reach) continue;
            Slice& at = slices[static_cast<size_t>(k)];
            at.count += 1, at.x += x, at.y += static_cast<double>(p.y[i] - nozzle.y);
        }
    }
    JetFigures figures;
    double way = 0, x_before = 0, y_before = 0;
    for (const Slice& at : slices) {
        if (!(at.count > 0)) continue;
        const double x = at.x / at.count, t = x / (speed * static_cast<double>(direction.x));
        const double y = speed * static_cast<double>(direction.y) * t - 0.5 * 9.81 * t * t;
        way += std::hypot(x - x_before, y - y_before), x_before = x, y_before = y;
        // The distance at a right angle to the parabola.
        const double slope =
            (static_cast<double>(direction.y) * speed - 9.81 * t) / (speed * static_cast<double>(direction.x));
        keep_worst(figures.error, std::abs(at.y / at.count - y) / std::hypot(1.0, slope) / way);
    }
    EXPECT_GT(way, 0.8) << "the jet is followed";
    const double spacing = 2 * static_cast<double>(solver->particles().radius);
    figures.flux = solver->particles().count * spacing * spacing * (is_3d ? spacing : 1) / (seconds * area * speed);
    return figures;
}

template <class Def>
JetFigures measure_jet(const Jet& jet) {
    Jobs jobs(2);
    return measure_jet<Def>(jet, [&](const Scene& scene) { return make_solver(scene, jobs); });
}

// The parabola, and the flux in any direction.
template <class Def>
void expect_jets_to_fall_freely(const char* method, int dimensions) {
    const std::string label = solver_label(method, dimensions);
    const bool is_3d = dimensions == 3;
    Jet jet{.dimensions = dimensions, .width = is_3d ? 0.16f : 0.2f, .particles = is_3d ? 8000 : 3000};
    double error = 0, flux_error = 0;
    for (const float angle : {0.0f, -0.7f, 0.7f}) {
        jet.angle = angle, jet.speed = angle > 0 ? 3 : 2;
        const JetFigures figures = measure_jet<Def>(jet);
        std::printf("%s, angle %.1f: off the parabola by %.4f, flux %.4f\n", label.c_str(), static_cast<double>(angle),
                    figures.error, figures.flux);
        // A thick jet that rises becomes slower and wider, and the pressure that widens it is in the nozzle, too.
        if (angle <= 0) keep_worst(error, figures.error);
        else EXPECT_LT(figures.error, 0.11) << "it stays near its parabola";
        keep_worst(flux_error, std::abs(figures.flux - 1));
    }
    expect_figure({"jet off its parabola, over its way; horizontal, 40 degrees down", label, "0, free fall"}, error,
                  at_most(0.01));
    expect_figure({"flux of jets over width x speed, largest error; the same, 40 degrees up", label, "0"}, flux_error,
                  at_most(0.02));
}

}  // namespace slosh::physics
