// What may lie over the picture and take input first: the panel, in builds that have one.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/input/input.h"
#include "base/profile.h"
#include "settings/settings.h"

namespace slosh {

// The particle that is looked at.
struct PickedParticle {
    bool any = false;
    uint32_t id = 0;
    int kind = 0, neighbours = 0;
    glm::vec3 position{0, 0, 0};
    float speed = 0, density = 0, pressure = 0;
};

// One moment of what is plotted over time.
struct Sample {
    // density_error is in per cent; cfl is the share of its reach h that the fastest particle crosses in a sub-step.
    enum Quantity { kinetic, potential, total, density_error, volume, substeps, cfl, iterations, quantities };
    int run = 0;       // another one after every start
    int64_t step = 0;  // since then
    std::array<float, quantities> values{};
};

// One of the simulations that are seen; there are two where settings are compared.
struct SimulationPanelState {
    GridView grid;                // of a fluid on a grid: its works, valid for this frame
    glm::vec2 slice_range{0, 0};  // the values at both ends of the colours of its slice
    glm::vec2 corner{0, 0};       // where its picture begins, device pixels from the canvas's upper left corner
    PickedParticle picked;        // the particle that is looked at, of both the same
    // Where there are two:
    RenderSettings look;
    Slice slice;
    std::string settings;  // where they differ: "preconditioner mic0"
    Stats stats;
    double steps_a_second = 0;  // that it would do on its own
    bool broken = false;
    double step_ms = 0;  // since the last measurement, of so many steps
    int steps = 0;
};

// What there is to show of a running simulation.
struct PanelState {
    std::span<const Phase> phases;  // milliseconds of the last frame
    std::span<const Phase> gpu;     // of the graphics card, a few frames ago
    float resolution = 1;           // of the picture, a share of the canvas's
    bool gpu_timed = false;         // whether the browser tells
    double fps = 0, frame_ms = 0;
    int particles = 0, substeps = 0, workers = 1;
    float iterations = 0;  // a sub-step; 0 where the solver does not iterate
    double kinetic_energy = 0;
    float max_speed = 0;
    uint64_t hash = 0;
    bool hashed = false;  // large simulations are not
    bool paused = false;
    glm::vec2 colour_range{0, 0};  // the values at both ends of the colour map
    glm::vec2 view_range{0, 0};    // black and white in the image shown in place of a 3D picture
    int fullest_cell = 0;          // particles in it, where cells are shown
    float tilt = 0;                // degrees
    std::string_view notice;       // a line that must be seen, or ""
    Sample sample;                 // where wants_samples()
    Camera camera;                 // of each side
    bool compares = false;
    std::array<SimulationPanelState, 2> sides;  // only the first where nothing is compared
};

// What the user asked for.
struct UiCommands {
    struct Change {
        std::string key, text;
    };
    std::vector<Change> changes;  // as set_param takes them; key "scene" switches the scene
    bool toggle_pause = false, single_step = false, reset = false, level = false, drop = false;

    // The vectors of the last pressure solve after one of its iterations, which ends with `last`.
    void look_at_iteration(int wanted, int last, bool paused) {
        const int chosen = wanted >= last ? -1 : std::max(wanted, 0);
        changes.push_back({"slice-iteration", std::to_string(chosen)});
        toggle_pause = !paused;
    }
};

class PanelInterface {
public:
    virtual ~PanelInterface() = default;

    virtual void resize(glm::ivec2 pixels, float dpr) = 0;
    // Input comes here first; true keeps it from the simulation.
    virtual bool pointer(const PointerEvent&) = 0;
    virtual bool key(std::string_view code, bool down, int modifiers) = 0;
    virtual void wheel(float dx, float dy) = 0;
    virtual void character(unsigned codepoint) = 0;
    virtual void focus(bool focused) = 0;
    virtual void toggle() = 0;
    virtual bool wants_text() const = 0;
    virtual bool wants_samples() const = 0;

    // Device pixels at the left and the bottom that the container should leave free.
    virtual glm::vec2 covered() const = 0;
    // Draws into the default framebuffer. `settings` is only looked at; what should change is in the wishes.
    virtual UiCommands draw(Settings& settings, const PanelState&, double now_ms) = 0;

    virtual void context_lost() = 0;
    virtual void context_restored() = 0;
    // What went wrong with its GL objects, as readable text; "" for nothing.
    virtual std::string_view error() const = 0;
};

// In panel.cpp, which builds without a panel leave out.
std::unique_ptr<PanelInterface> make_panel();

}  // namespace slosh
