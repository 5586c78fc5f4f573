#include "analysis/diagnostics_passes.h"

namespace slosh {

template void Diagnostics::count_neighbours<3>(float, Jobs&);
template void Diagnostics::find_curl<3>(float, Jobs&);

}  // namespace slosh
