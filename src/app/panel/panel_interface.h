// The interface of the panel to App: an overlay on the canvas that receives input first. Also the state that it shows,
// and the commands of the user.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/input/input.h"
#include "app/legend/legend.h"
#include "base/profile.h"
#include "base/wording.h"
#include "render/common/kind_colours.h"
#include "settings/settings.h"

namespace slosh {

// The values of the picked particle, in the units of the scene.
struct PickedParticle {
    bool any = false;  // a particle is picked
    uint32_t id = 0;
    int kind = 0;
    int neighbours = 0;           // within its kernel support
    glm::vec3 position{0, 0, 0};  // world
    float speed = 0;
    float density = 0, pressure = 0;  // 0 for solvers without
};

// One sample of the quantities plotted over time.
struct Sample {
    // density_error in per cent; cfl: max speed * sub-step / h with the kernel support h.
    enum Quantity { kinetic, potential, total, density_error, volume, substeps, cfl, iterations, quantities };
    int run = 0;       // number of simulation starts so far
    int64_t step = 0;  // since the last start
    std::array<float, quantities> values{};
};

// The state of one simulation; a split view has two.
struct SimulationPanelState {
    GridView grid;                // of a solver with a grid: its fields, valid during this frame
    glm::vec2 slice_range{0, 0};  // the values at both ends of the slice's colour map
    glm::vec2 corner{0, 0};       // of its viewport: device pixels from the canvas's upper left corner
    PickedParticle picked;        // the same id in both
    RenderSettings render;
    KindColours kinds;
    Slice slice;
    // In a split view:
    std::string settings;  // parameters that differ: "preconditioner mic0"
    Stats stats;
    double steps_per_second = 0;  // of this simulation alone
    bool failed = false;          // unstable
    double step_ms = 0;           // time of all steps since the last measurement
    int steps = 0;                // their number
};

using OwnValue = std::pair<std::string_view, std::string>;

// What the panel shows.
struct PanelState {
    std::span<const StageTime> stages;  // ms of each stage of the last frame
    std::span<const StageTime> gpu;     // GPU ms of each pass, a few frames ago
    float resolution = 1;               // of the render target, relative to the canvas
    bool gpu_timed = false;             // whether the browser measures GPU time
    double fps = 0, frame_ms = 0;       // means over half a second
    int particles = 0;
    int substeps = 0;           // of the last display step
    int workers = 1;            // threads, the main thread included
    std::string_view adapter;   // the GPU that simulates; "": the CPU does
    double step_ms = 0;         // of a step on that device
    float iterations = 0;       // per sub-step; 0 if the solver does not iterate
    double kinetic_energy = 0;  // in the units of the scene, as max_speed
    float max_speed = 0;
    uint64_t hash = 0;    // of the particles' state
    bool hashed = false;  // false for large simulations: `hash` is not computed
    bool paused = false;
    glm::vec2 colour_range{0, 0};             // the values at both ends of the particles' colour map
    glm::vec2 view_range{0, 0};               // the values shown black and white in an intermediate image in 3D
    int fullest_cell = 0;                     // maximum number of particles per cell, while cells are shown
    float tilt = 0;                           // of gravity by the keys, degrees
    bool can_undo = false, can_redo = false;  // changes of settings
    // By key, the values that the rows are reset to, and the keys of the settings that have others.
    std::vector<OwnValue> own;
    std::vector<std::string_view> changed;
    Brush brush;         // of the pen and the eraser
    std::string notice;  // highlighted; "" for none
    Sample sample;       // while wants_samples()
    Camera camera;       // of each simulation
    bool is_split = false;
    std::array<SimulationPanelState, 2> sides;  // without a split view only the first

    ShownValues shown() const {
        return {.particles = colour_range,
                .view = view_range,
                .slice = sides[0].slice_range,
                .fullest_cell = fullest_cell,
                .grid = sides[0].grid,
                .paused = paused};
    }
};

// Commands of the user.
struct UiCommands {
    struct Change {
        std::string key, text;
    };
    std::vector<Change> changes;  // arguments of App::set
    bool toggle_pause = false, single_step = false, reset = false, level = false, drop = false;
    bool undo = false, redo = false;  // of settings

    // Shows the vectors of the last pressure solve after an iteration, 0 to `last`, and pauses the simulation.
    void show_iteration(int iteration, int last, bool paused) {
        const int clamped = iteration >= last ? -1 : std::max(iteration, 0);
        changes.push_back({"slice-iteration", std::to_string(clamped)});
        toggle_pause = !paused;
    }
};

class PanelInterface {
public:
    virtual ~PanelInterface() = default;

    virtual void resize(glm::ivec2 pixels, float dpr) = 0;
    // These two return true for input that the panel consumes.
    virtual bool pointer(const PointerEvent&) = 0;
    virtual bool key(std::string_view code, bool down, int modifiers) = 0;
    virtual void wheel(float dx, float dy) = 0;
    virtual void character(unsigned codepoint) = 0;
    virtual void focus(bool focused) = 0;
    virtual bool is_open() const = 0;
    virtual void set_open(bool) = 0;
    virtual bool wants_text() const = 0;     // a text field is being edited
    virtual bool wants_samples() const = 0;  // plots over time are shown

    virtual Wording wording() const = 0;  // in the language of the page
    // Device pixels at the left and at the bottom that the panel covers.
    virtual glm::vec2 covered() const = 0;
    // Draws into the default framebuffer. `settings` is visited but not changed; changes are commands.
    virtual UiCommands draw(Settings& settings, const PanelState&, double now_ms) = 0;

    virtual void context_lost() = 0;
    virtual void context_restored() = 0;
    // The error of the creation of GL objects as readable text; "" for none.
    virtual std::string_view error() const = 0;
};

// In panel.cpp, which is not part of modules without a panel. Never null; a failure is in error().
std::unique_ptr<PanelInterface> make_panel();

}  // namespace slosh
