// The environment image, which web/worker/environment.js stores in Module['environment']: uploads it to the bound
// texture. Not in modules without 3D scenes (tools/cmake/web.cmake).
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include "app/web/environment.h"

// clang-format off
EM_JS(void, slosh_fill_environment, (), {
    // TEXTURE_2D, level 0, RGBA8, RGBA, UNSIGNED_BYTE
    GLctx.texImage2D(0x0DE1, 0, 0x8058, 0x1908, 0x1401, Module['environment']);
    GLctx.generateMipmap(0x0DE1);
});
// clang-format on

extern "C" {

EMSCRIPTEN_KEEPALIVE void slosh_environment(slosh::App* app, int available) {
    slosh::set_environment(*app, available ? slosh_fill_environment : nullptr);
}

}  // extern "C"
