#include "analysis/diagnostics_passes.h"

namespace slosh {

template void Diagnostics::count_neighbours<2>(float, Jobs&);
template void Diagnostics::find_curl<2>(float, Jobs&);

}  // namespace slosh
