// What the coupling with rigid bodies reads of an SPH fluid. D is 2 or 3.
#pragma once
#include <glm/vec3.hpp>

#include "base/simd_array.h"

namespace slosh::sph {

// Arrays by slot, and constants.
template <int D>
struct FluidView {
    const SimdArray<float>*x, *v;  // position, m, and velocity, m/s: D arrays each
    const float* volume;           // m3 (m2 in 2D)
    const float* pressure;         // Pa
    float rest_density;            // kg/m3
    float two_mu;                  // 2 mu: twice the dynamic viscosity, Pa s
    float artificial;              // rho alpha c h, of the artificial viscosity
    glm::vec3 gravity;             // m/s2
    // With several phases: the values by slot, which replace the first three constants; else null.
    struct {
        const float *rest_density = nullptr, *two_mu = nullptr, *artificial = nullptr;
    } phases = {};

    Float4 two_mu_at(int i, auto read) const { return phases.two_mu ? read(phases.two_mu + i) : splat(two_mu); }
};

}  // namespace slosh::sph
