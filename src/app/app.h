// The application of one canvas: connects simulations, view, interaction and panel. Independent of the page:
// input arrives as calls, output leaves as named events with JSON details. Needs a current GL context from construction
// to destruction.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/gpu/gpu_part.h"
#include "app/interaction.h"
#include "app/panel/panel_interface.h"
#include "app/plot_sampler.h"
#include "app/simulation.h"
#include "app/state/saved_state.h"
#include "app/state/settings_history.h"
#include "app/timing/clock.h"
#include "app/timing/frame_meter.h"
#include "app/view.h"
#include "base/jobs.h"

namespace slosh {

class App {
public:
    using Emit = void (*)(const char* event, const std::string& json);
    using KeyValue = std::pair<std::string_view, std::string_view>;

    App(int workers, Emit emit) : jobs_(workers), emit_(emit), view_(jobs_) {}

    // An unknown scene or an invalid value causes an event `message`: the first scene is opened in its place, a number
    // outside its range is clamped, any other value is ignored. Returns false after an event `error` if nothing can be
    // drawn.
    bool open(std::string_view scene, std::span<const KeyValue> settings);

    void frame(double now_ms);
    // Draws the current state at once, without a step.
    void draw();

    SetResult::Status set(std::string_view key, std::string_view text);
    // Back to the scene's own value.
    SetResult::Status unset(std::string_view key);
    // Keys and texts in turn: what the author of the page has set for all scenes. The panel resets to these. Invalid
    // ones count as absent. With a panel.
    void set_author_settings(std::span<const std::string_view> keys_and_texts);
    void play() { clock_.play(); }
    void pause() { clock_.pause(); }
    void single_step() { clock_.single_step(); }
    void reset();
    // Takes back the last change of settings, or makes it again.
    void undo();
    void redo();
    void toggle_panel();
    void set_panel_open(bool);
    // Particles, bodies and tilt as numbers, and a restart from them: app/state/saved_state.h. Numbers that are not
    // valid cause an event `message` and change nothing.
    std::vector<float> save_state() const;  // of the first simulation
    void restore_state(std::span<const float>);

    // --- input: first to the panel, then to the simulation (app_input.cpp) ---
    // Device pixels, device pixels per CSS pixel, and whether the page behind the canvas is dark.
    void resize(glm::ivec2 pixels, float dpr, bool is_page_dark);
    // Colours of the kinds and of the container from the page's style sheets, as text; "" for none. Ignores others.
    void set_page_colours(std::string_view kinds, std::string_view container);
    void pointer(PointerEvent);
    void wheel(float dx, float dy);
    bool key(std::string_view code, bool down, int modifiers);  // returns whether the key has a meaning here
    void character(unsigned codepoint);
    void focus(bool focused);
    // Device orientation: see GravityTilt::set_device_gravity.
    void set_device_gravity(glm::vec3 down) { interaction_.tilt().set_device_gravity(down); }
    // Sets the environment image: see EnvironmentSource.
    void set_environment(void (*fill)()) { view_.set_environment(fill); }

    // Whether the GL context can time its passes: before open() and context_restored().
    void set_timers_available(bool available) { context_.timers_available = available; }
    void context_lost();
    void context_restored();

    // With the GPU: whether single steps or their results are still to come, so that a paused tank must go on drawing.
    bool waits_for_gpu() const;

    int workers() const { return jobs_.workers(); }
    std::string_view scene_name() const { return scene().name; }

private:
    static ProgramLimits page_limits();

    // The running simulations: one, or two in a split view. The user's settings are stored in the first.
    std::span<Simulation> simulations() { return std::span(simulations_).first(running()); }
    size_t running() const { return SLOSH_PANEL ? running_ : 1; }
    Settings& settings() { return simulations_.front().settings(); }
    const Scene& scene() const { return simulations_.front().settings().scene; }
    bool is_3d() const { return scene().domain.dimensions == 3; }

    bool open_view();
    void update_covered();
    void switch_scene(const Scene&);
    void find_own_values();
    SetResult::Status set_drawing(std::string_view text);
    void record_drawing();
    void apply_drawing(bool grown);
    SetResult::Status set_scene(std::string_view name);
    SetResult::Status set_parameter(std::string_view key, std::string_view text);
    SetResult::Status compare(std::string_view text);
    void end_comparison();
    void set_again(std::span<const SettingsHistory::Change>, bool back);
    void apply_settings_to_all();
    void rebuild();
    void continue_from_here();
    std::vector<float> save_state(const Simulation&) const;
    void move_to_cpu(std::string_view why);
    bool follow_gpu();
    int limit_gpu_steps(int steps);
    double measure_device(const Simulation&);
    Outcome drop();
    void step(double now_ms);
    void change_paused();
    void step_once(float dt, std::span<const PointerForce>);
    void apply(const UiCommands&);
    bool show_iteration(int offset);
    void measure(double now_ms, double took_ms);
    void measure_sides();

    void emit_message(const char* level, std::string_view text);
    void emit_warning(const Outcome&);
    void emit_error(std::string_view text);
    void emit_failure(const Simulation&);
    void emit_state();
    void emit_stats();
    void emit_values();
    void emit_text_input();
    void emit_panel_open();
    void emit_main_parameters();

    Jobs jobs_;
    Emit emit_;
    std::unique_ptr<GpuPart> gpu_;  // outlives the solvers
    std::string device_note_;       // the last message about the device, which is not repeated
    std::array<Simulation, SLOSH_PANEL ? max_simulations : 1> simulations_;
    size_t running_ = 1;
    std::string comparison_;  // parameters of the second (comparison.h); "" without a split view
    View view_;
    Interaction interaction_;
    std::unique_ptr<PanelInterface> panel_;
    PanelState panel_state_;
    PlotSampler sampler_;
    Clock clock_;
    int64_t steps_ = 0;                                                 // display steps of all scenes
    bool rebuild_ = false;                                              // before the next frame
    SettingsHistory history_;                                           // with a panel
    bool recording_ = true;                                             // into history_
    std::vector<std::pair<std::string, std::string>> author_settings_;  // with a panel
    std::string drawing_;                                               // with a panel; as text, as of its last record
    double now_ms_ = 0;                                                 // of the last frame
    std::vector<SavedState> restored_;  // where the next rebuild starts each simulation, in place of the scene's start
    struct Timing {
        FrameMeter meter;
        Profile profile;                     // of the current frame
        std::vector<StageTime> last_stages;  // of the previous frame
        double step_ms = 0;                  // of the last step of all simulations
    } timing_;
    struct Reports {
        int64_t steps = 0;                    // steps_ at the last event `stats`
        bool values_due = false;              // an event `values` is due
        bool text_input = false;              // `active` in the last event `text-input`
        int panel = -1;                       // the last event `panel`: closed, open, open over the tank; -1: none yet
        std::string_view main_parameters_of;  // scene of the last event `main-parameters`
    } reports_;
    struct Context {
        bool timers_available = false;  // timer queries, for the times of the passes
        bool lost = false;
    } context_;
};

}  // namespace slosh
