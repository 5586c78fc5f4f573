// Why a scene cannot run on the GPU.
#pragma once
#include <span>
#include <string>

#include "base/outcome.h"

namespace slosh::gpu {

// "no rigid bodies and no shifting on the GPU"; accepted if nothing is missing.
inline Outcome refuse_on_gpu(std::span<const std::string> missing) {
    if (missing.empty()) return {};
    std::string list;
    for (size_t k = 0; k < missing.size(); ++k)
        list += (k == 0 ? "no " : k + 1 == missing.size() ? " and no " : ", no ") + missing[k];
    return Outcome::refused(list + " on the GPU");
}

}  // namespace slosh::gpu
