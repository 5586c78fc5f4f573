// The kernel of WCSPH. D is 2 or 3.
#pragma once
#include "sph/smoothing_kernels.h"

namespace slosh::wcsph {

template <int D>
using Kernel = QuarticSpline<D>;

}  // namespace slosh::wcsph
