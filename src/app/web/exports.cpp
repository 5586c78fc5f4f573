// The C interface of the module for web/worker/module_app.js.
//
// module_app.js writes texts into the buffer that slosh_text returns. Events are passed to Module['sloshEvent'](name,
// json).
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>
#include <emscripten/eventloop.h>
#include <emscripten/threading.h>

#include <string>
#include <vector>

#include "app/app.h"
#include "app/panel/texts/texts.h"
#include "app/web/environment.h"
#include "base/json_writer.h"

// clang-format off
EM_JS_DEPS(slosh_context, "$GL,$UTF8ToString,$stringToNewUTF8");

// Returns 0 without WebGL2.
EM_JS(int, slosh_make_context, (), {
    const gl = Module['canvas'].getContext('webgl2', {
        'alpha': true, 'premultipliedAlpha': true, 'antialias': false, 'depth': true, 'stencil': false
    });
    if (!gl) return 0;
    const handle = GL.registerContext(gl, {majorVersion: 2, minorVersion: 0});
    GL.makeContextCurrent(handle);
    return handle;
});
// Enables rendering to float textures, for each new context. Returns whether passes can be timed.
EM_JS(bool, slosh_enable_extensions, (), {
    GLctx.getExtension('EXT_color_buffer_float') || GLctx.getExtension('EXT_color_buffer_half_float');
    return Boolean(GLctx.getExtension('EXT_disjoint_timer_query_webgl2'));
});
EM_JS(void, slosh_drop_context, (int handle, bool lose), {
    if (lose) GLctx.getExtension('WEBGL_lose_context')?.loseContext();
    GL.deleteContext(handle);
});
EM_JS(char*, slosh_renderer, (), {
    // Chromium names the GPU only through the extension; in other browsers RENDERER is more precise.
    let name = GLctx.getParameter(0x1F01); // RENDERER
    if (name === 'WebKit WebGL') {
        const extension = GLctx.getExtension('WEBGL_debug_renderer_info');
        if (extension) name = GLctx.getParameter(0x9246) || name; // UNMASKED_RENDERER_WEBGL
    }
    return stringToNewUTF8(name || 'unknown');
});
EM_JS(void, slosh_emit, (const char* name, const char* json), {
    Module['sloshEvent'](UTF8ToString(name), UTF8ToString(json));
});
// clang-format on

namespace {

using slosh::App;

void emit(const char* event, const std::string& json) { slosh_emit(event, json.c_str()); }

// State outside of App.
struct ModuleState {
    std::string text;            // passed in by module_app.js for the next call
    std::vector<float> numbers;  // of a saved state
    int context = 0;             // handle of the GL context; 0: none
};
ModuleState& module_state() {
    [[clang::no_destroy]] static constinit ModuleState state;  // no guard variable and no destructor at exit
    return state;
}

// The text in the buffer, which is emptied: "a\0b\0c" has three parts.
struct Text {
    std::string all;
    std::vector<std::string_view> parts;

    Text() : all(std::exchange(module_state().text, {})) {
        std::string_view rest = all;
        if (!rest.empty() && rest.back() == '\0') rest.remove_suffix(1);  // the terminator
        for (size_t end; (end = rest.find('\0')) != rest.npos; rest.remove_prefix(end + 1))
            parts.push_back(rest.substr(0, end));
        parts.push_back(rest);
    }
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;
    std::string_view part(size_t i) const { return i < parts.size() ? parts[i] : std::string_view(); }
};

void emit_load(App& app) {
    char* renderer = slosh_renderer();
    emit("load", slosh::JsonWriter()
                     .text("scene", app.scene_name())
                     .number("workers", app.workers())
                     .flag("threads", emscripten_has_threading_support() != 0)
                     .flag("panel", SLOSH_PANEL)
                     .flag("simd", true)
                     .text("renderer", renderer)
                     .end());
    std::free(renderer);
}

}  // namespace

void slosh::set_environment(App& app, void (*fill)()) { app.set_environment(fill); }

extern "C" {

EMSCRIPTEN_KEEPALIVE char* slosh_text(int bytes) {
    std::string& text = module_state().text;
    text.assign(bytes > 0 ? static_cast<size_t>(bytes) + 1 : 1, '\0');
    return text.data();
}

EMSCRIPTEN_KEEPALIVE App* slosh_open(int workers) {
    const Text text;
    emscripten_runtime_keepalive_push();  // callbacks from pool threads must not end the runtime
    module_state().context = slosh_make_context();
    if (!module_state().context) {
        emit("error", slosh::JsonWriter().text("text", "This browser or machine does not offer WebGL2.").end());
        return nullptr;
    }
    const bool timers = slosh_enable_extensions();
    std::vector<App::KeyValue> settings;
    for (size_t i = 1; i + 1 < text.parts.size(); i += 2) settings.emplace_back(text.parts[i], text.parts[i + 1]);
    App* app = new App(workers, emit);
    app->set_timers_available(timers);
    if (!app->open(text.part(0), settings)) {
        delete app;
        return nullptr;
    }
    emit_load(*app);
    return app;
}

EMSCRIPTEN_KEEPALIVE void slosh_close(App* app) {
    delete app;
    slosh_drop_context(module_state().context, true);
    module_state().context = 0;
}

EMSCRIPTEN_KEEPALIVE void slosh_frame(App* app, double now_ms) { app->frame(now_ms); }

EMSCRIPTEN_KEEPALIVE void slosh_capture(App* app) { app->draw(); }

EMSCRIPTEN_KEEPALIVE void slosh_command(App* app, int command) {
    enum Command { pause, play, step, reset, panel, open_panel, close_panel, undo, redo };  // as in module_app.js
    switch (command) {
        case pause:
            return app->pause();
        case play:
            return app->play();
        case step:
            return app->single_step();
        case reset:
            return app->reset();
        case panel:
            return app->toggle_panel();
        case open_panel:
        case close_panel:
            return app->set_panel_open(command == open_panel);
        case undo:
            return app->undo();
        case redo:
            return app->redo();
        default:
            return;
    }
}

// The particles as numbers (app/state/saved_state.h); slosh_numbers_count() of them.
EMSCRIPTEN_KEEPALIVE float* slosh_save(App* app) {
    module_state().numbers = app->save_state();
    return module_state().numbers.data();
}

EMSCRIPTEN_KEEPALIVE int slosh_numbers_count() { return static_cast<int>(module_state().numbers.size()); }

// Room for numbers that slosh_restore() reads.
EMSCRIPTEN_KEEPALIVE float* slosh_numbers(int count) {
    module_state().numbers.assign(count > 0 ? static_cast<size_t>(count) : 0, 0);
    return module_state().numbers.data();
}

EMSCRIPTEN_KEEPALIVE void slosh_restore(App* app) { app->restore_state(std::exchange(module_state().numbers, {})); }

EMSCRIPTEN_KEEPALIVE int slosh_set(App* app) {
    const Text text;
    return app->set(text.part(0), text.part(1));
}

EMSCRIPTEN_KEEPALIVE int slosh_unset(App* app) {
    const Text text;
    return app->unset(text.part(0));
}

EMSCRIPTEN_KEEPALIVE void slosh_resize(App* app, int width, int height, float dpr, int dark) {
    app->resize({width, height}, dpr, dark != 0);
}

EMSCRIPTEN_KEEPALIVE void slosh_page_colours(App* app) {
    const Text text;
    app->set_page_colours(text.part(0), text.part(1));
}

#if SLOSH_PANEL
EMSCRIPTEN_KEEPALIVE void slosh_author_settings(App* app) {
    const Text text;
    app->set_author_settings(text.parts);
}

EMSCRIPTEN_KEEPALIVE void slosh_panel_texts(App*) {
    const Text text;
    slosh::set_panel_texts(text.parts);
}
#endif

EMSCRIPTEN_KEEPALIVE void slosh_pointer(App* app, int type, int id, int device, int buttons, float x, float y) {
    using slosh::PointerEvent;
    if (type < PointerEvent::move || type > PointerEvent::gone) return;
    // Modifier keys are in the bits above the buttons.
    app->pointer({static_cast<PointerEvent::Type>(type),
                  id,
                  static_cast<PointerEvent::Device>(device),
                  buttons & 255,
                  buttons >> 8,
                  {x, y}});
}

EMSCRIPTEN_KEEPALIVE void slosh_wheel(App* app, float dx, float dy) { app->wheel(dx, dy); }

EMSCRIPTEN_KEEPALIVE int slosh_key(App* app, int down, int modifiers) {
    const Text text;
    return app->key(text.part(0), down != 0, modifiers);
}

EMSCRIPTEN_KEEPALIVE void slosh_character(App* app, int codepoint) { app->character(static_cast<unsigned>(codepoint)); }

EMSCRIPTEN_KEEPALIVE void slosh_context(App* app, int lost) {
    if (lost) return app->context_lost();
    app->set_timers_available(slosh_enable_extensions());
    app->context_restored();
}

EMSCRIPTEN_KEEPALIVE void slosh_device_gravity(App* app, float x, float y, float z) {
    app->set_device_gravity({x, y, z});
}

EMSCRIPTEN_KEEPALIVE void slosh_focus(App* app, int focused) { app->focus(focused != 0); }

}  // extern "C"
