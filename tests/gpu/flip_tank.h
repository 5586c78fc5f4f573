// A scene of PIC/FLIP on both paths: the same state, stage by stage or step by step.
#pragma once
#include <cmath>

#include "gpu/flip/flip_gpu.h"
#include "gpu/flip/flip_passes.h"
#include "gpu/flip/flip_step_params.h"
#include "gpu/gpu_fixture.h"
#include "grid/boundaries/cut_cells.h"
#include "grid/liquid/p2g.h"
#include "solver/solver.h"
#include "solvers/flip/flip_fields.h"
#include "solvers/flip/pressure_projection.h"
#include "support/scenes.h"

namespace slosh::gpu {

// The particles of a view, in the order of their ids.
inline InitialParticles state_of(const ParticleView& p) {
    InitialParticles state;
    std::vector<int> order(static_cast<size_t>(p.count));
    for (int i = 0; i < p.count; ++i) order[static_cast<size_t>(i)] = i;
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return p.id[static_cast<size_t>(a)] < p.id[static_cast<size_t>(b)]; });
    for (const int i : order) {
        const auto k = static_cast<size_t>(i);
        state.position.emplace_back(p.x[k], p.y[k], p.z[k]);
        state.velocity.emplace_back(p.vx[k], p.vy[k], p.vz[k]);
        state.kind.push_back(p.kind[k]);
    }
    return state;
}

// The state of a scene after some steps on the CPU.
inline InitialParticles state_after(const Scene& scene, int steps, Jobs& jobs) {
    const auto solver = make_solver(scene, jobs);
    for (int n = 0; n < steps; ++n) solver->step(display_step, {}, {});
    return state_of(solver->particles());
}

// Two fields of one field of pairs.
template <class Pairs>
std::pair<std::vector<float>, std::vector<float>> split(const Pairs& pairs) {
    std::pair<std::vector<float>, std::vector<float>> fields;
    for (size_t n = 0; n < pairs.size(); n += 2)
        fields.first.push_back(pairs[n]), fields.second.push_back(pairs[n + 1]);
    return fields;
}

// The largest difference of two fields, and of the first one its largest value.
struct Difference {
    float error = 0, scale = 0;
    int at = -1;
};
template <class A, class B>
Difference difference(const A& a, const B& b, size_t count) {
    Difference d;
    for (size_t n = 0; n < count; ++n) {
        const float e = std::abs(static_cast<float>(a[n]) - static_cast<float>(b[n]));
        if (!(e <= d.error)) d.error = e, d.at = static_cast<int>(n);
        d.scale = std::max(d.scale, std::abs(static_cast<float>(a[n])));
    }
    return d;
}

}  // namespace slosh::gpu
