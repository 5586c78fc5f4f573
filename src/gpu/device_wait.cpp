// Apart from device.cpp: a program that links it needs ASYNCIFY.
#include <emscripten.h>

#include "gpu/device.h"

namespace slosh::gpu {

void Device::wait(int queue) {
    submit();
    while (queue > 0 ? ok() && submits_under_way() > queue : !idle()) emscripten_sleep(0);
}

}  // namespace slosh::gpu
