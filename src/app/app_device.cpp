// Simulations that move between CPU and GPU. Compiled with SLOSH_GPU, and without for modules without solvers on the
// GPU.
#include <emscripten/emscripten.h>

#include <algorithm>

#include "app/app.h"
#include "app/drawing/drawing.h"

namespace slosh {

#if SLOSH_GPU

bool App::waits_for_gpu() const {
    return gpu_ && simulations_.front().on_gpu() && (clock_.owes_step() || gpu_->is_behind(true));
}

// Before the steps of a frame. Returns whether they may be taken now.
bool App::follow_gpu() {
    bool any = false;
    const bool drawn = SLOSH_PANEL && !interaction_.drawing().bodies(false).empty();
    for (Simulation& simulation : simulations()) {
        if (!simulation.on_gpu()) continue;
        any = true;
        if (const std::string why = gpu_->why_stop(simulation.settings(), drawn); !why.empty()) {
            move_to_cpu(why);
            return false;
        }
    }
    // Every single step is shown.
    return !any || !gpu_->is_behind(clock_.paused());
}

// Steps beyond what the GPU may be behind wait for the next frames.
int App::limit_gpu_steps(int steps) {
    if (!simulations_.front().on_gpu()) return steps;
    if (!clock_.paused()) return std::min(steps, 4);
    for (; steps > 1; --steps) clock_.single_step();
    return steps;
}

// After a step. Returns the milliseconds that it took on its device.
double App::measure_device(const Simulation& simulation) {
    const bool is_first = &simulation == &simulations_.front(), on_gpu = simulation.on_gpu();
    if (is_first && gpu_->measure(simulation.settings(), simulation.step_ms(), on_gpu)) continue_from_here();
    return on_gpu ? std::max(gpu_->step_ms(), simulation.step_ms()) : simulation.step_ms();
}

void App::move_to_cpu(std::string_view why) {
    emit_message(settings().device == DeviceChoice::gpu ? "warning" : "info",
                 "device: " + std::string(why) + "; the fluid goes on on the CPU");
    gpu_->block();
    continue_from_here();
    rebuild();
}

Outcome App::drop() {
    if (gpu_)
        for (const Simulation& simulation : simulations())
            if (simulation.on_gpu()) {
                move_to_cpu("bodies that float are simulated on the CPU only");
                break;
            }
    return interaction_.drop(view_, simulations());
}

// For web/worker/module_app.js.
extern "C" EMSCRIPTEN_KEEPALIVE int slosh_waits(const App* app) { return app->waits_for_gpu(); }

#else

bool App::follow_gpu() { return true; }
int App::limit_gpu_steps(int steps) { return steps; }
double App::measure_device(const Simulation& simulation) { return simulation.step_ms(); }
Outcome App::drop() { return interaction_.drop(view_, simulations()); }

#endif

}  // namespace slosh
