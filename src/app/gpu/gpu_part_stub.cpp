#include "app/gpu/gpu_part.h"

namespace slosh {

std::unique_ptr<GpuPart> make_gpu_part() { return nullptr; }

}  // namespace slosh
