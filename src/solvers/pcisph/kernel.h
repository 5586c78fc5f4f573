// The kernels of PCISPH. D is 2 or 3.
#pragma once
#include "sph/smoothing_kernels.h"

namespace slosh::pcisph {

template <int D>
using Kernel = Wendland<D>;

// Of the kernels that were tried, the cubic spline lets bodies accelerate most nearly as potential flow does.
template <int D>
using BodyKernel = CubicSpline<D>;

}  // namespace slosh::pcisph
