// One tank: a simulation, its picture and its controls. Knows nothing of the page: input comes in as calls,
// news goes out as named events with JSON details. Needs a current GL context from construction to end.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/conserved_quantities.h"
#include "analysis/diagnostics.h"
#include "app/clock.h"
#include "app/comparison.h"
#include "app/input/container_drag.h"
#include "app/input/gravity_tilt.h"
#include "app/input/input.h"
#include "app/input/orbit_camera.h"
#include "app/panel/panel_interface.h"
#include "app/particle_snapshot.h"
#include "app/quality_control.h"
#include "base/jobs.h"
#include "render/frame_renderer.h"
#include "render/gl/offscreen_target.h"
#include "render/gl/timers.h"
#include "settings/instability.h"
#include "settings/settings.h"

namespace slosh {

class Anisotropy;
class DiffuseParticles;

class App {
public:
    using Emit = void (*)(const char* event, const std::string& json);
    using KeyValue = std::pair<std::string_view, std::string_view>;

    App(int workers, Emit emit) : jobs_(workers), emit_(emit) {}

    // An unknown scene or a wrong value is answered with a message and the nearest thing that works.
    // False, after an event `error`, where nothing can be drawn.
    bool open(std::string_view scene, std::span<const KeyValue> settings);

    void frame(double now_ms);
    // Draws what there is at once, without a step.
    void draw();

    SetResult::Status set(std::string_view key, std::string_view text);
    void play();
    void pause();
    void single_step();
    void reset();
    void toggle_panel();

    void resize(glm::ivec2 pixels, float dpr);
    void pointer(PointerEvent);
    void wheel(float dx, float dy);
    bool key(std::string_view code, bool down, int modifiers);  // true if it means something here
    void character(unsigned codepoint);
    void focus(bool focused);
    // How the device is held: see Tilt::lean.
    void lean(glm::vec3 down) { tilt_.lean(down); }
    // What water mirrors from now on: see EnvironmentSource.
    void surround(void (*fill)()) { surroundings_ = {fill, surroundings_.version + 1}; }
    // Whether the graphics context can time its passes: before open() and context_restored().
    void offer_timers(bool offered) { times_passes_ = offered; }
    void context_lost();
    void context_restored();

    int workers() const { return jobs_.workers(); }
    std::string_view scene() const { return settings_.scene.name; }

private:
    void message(const char* level, std::string_view text);
    void fail(std::string_view text);
    void say_paused();
    // Frames of under a second on two cores, and all of a jelly's springs in the page's 256 MB.
    static constexpr int max_particles = 200'000;

    void say_values();
    void say_text_input();

    // What is shown: of a simulation that broke down, the last that was fit to be.
    ParticleView particles() const { return broken_ ? kept_.view() : solver_->particles(); }
    // At another iteration of the last pressure solve than its last.
    bool looks_back() const;
    bool look_at_iteration(int later);
    void stop_if_broken();
    void begin_samples();
    void take_sample();

    // Side by side with other settings: app_compare.cpp.
    struct Half {
        glm::ivec2 low, size;  // device pixels from the canvas's lower left corner
    };
    struct SplitRenderer {
        explicit SplitRenderer(std::string& error) : painter(error) {}
        FrameRenderer painter;   // of the other one
        OffscreenTarget canvas;  // of both, one after the other
    };
    SetResult::Status compare(std::string_view text);
    Half left_half() const;
    glm::vec2 in_half(const PointerEvent&);
    ParticleView pointed_at() const;
    void step_other(float dt, std::span<const PointerForce> hands, const Motion& container);
    void draw_beside(const Frame&, std::string& error);
    void measure_sides();

    // How finely it is drawn: app_quality.cpp.
    void choose_quality(double now_ms);
    void make_as_fine(Frame&) const;
    void draw_small(const Frame&, std::string& error);

    void switch_scene(const Scene&);
    void rebuild();
    void retune_if_needed();
    Scene tilted_scene() const;
    void step(double now_ms);
    void follow_camera();
    void look_around(double now_ms);
    void pick(const Input::Click&);
    int look_at_picked(const ParticleView&, PickedParticle&) const;
    std::span<const float> observe(const ParticleView&, int colour_by);
    std::span<const float> observe_bodies(const ParticleFields&);
    bool deep() const { return settings_.scene.domain.dimensions == 3; }
    void follow(const UiCommands&);
    void measure(double now_ms, double took_ms);
    bool over_container(glm::vec2 pixel) const;
    bool inside(glm::vec3 at) const;  // the walls
    Pick body_at(const PointerEvent&) const;
    void drop();
    void pour();
    void step_foam(float dt, const Motion& container);
    DiffuseView foam_of(size_t side) const;
    Ellipsoids ellipsoids_of(size_t side, const Frame&);
    glm::vec3 top_of_tank(float below) const;  // in the middle
    bool make_painter();

    Jobs jobs_;
    Emit emit_;
    Settings settings_;
    std::unique_ptr<Solver> solver_;
    // Where settings are compared. Shared with nobody: but only what makes them has to know how they end, and in a page
    // without panel nothing does.
    std::shared_ptr<Comparison> other_;
    std::shared_ptr<SplitRenderer> beside_;
    // Where there is any, of both sides. Shared for the same reason.
    std::array<std::shared_ptr<DiffuseParticles>, 2> foam_;
    std::array<std::shared_ptr<Anisotropy>, 2> anisotropy_;
    std::shared_ptr<gl::Timers> timers_;  // where there is a panel to show them
    bool on_right_ = false;               // where the pointer was pressed
    ParticleSnapshot kept_;               // before the step under way
    std::string notice_;
    std::optional<FrameRenderer> painter_;
    std::optional<OffscreenTarget> small_;
    QualityControl control_;
    int level_ = full_quality;  // of render/options/quality.h
    int64_t frames_known_ = 0;
    double chosen_at_ = 0;
    std::unique_ptr<PanelInterface> overlay_;
    Clock clock_;
    Diagnostics observer_;
    ContainerDrag container_;
    Input input_;
    GravityTilt tilt_;
    OrbitCamera orbit_;
    Camera camera_;
    EnvironmentSource surroundings_;
    glm::ivec2 canvas_{1, 1};    // device pixels
    glm::vec2 pointed_{-1, -1};  // where the pointer was last, device pixels
    glm::vec2 covered_{0, 0};    // of the overlay, eased
    float dpr_ = 1;
    Profile profile_;                 // of the frame under way
    std::vector<Phase> last_phases_;  // of the one before
    PanelState readings_;
    double step_ms_ = 0;  // of the last step taken
    int64_t steps_ = 0, told_steps_ = 0, steps_since_start_ = 0;
    Stats stats_;                   // when last measured
    ConservedQuantities at_start_;  // where there is a panel to plot
    GravityTilt::State tuned_tilt_;
    double looked_at_ = -1;  // when the eye was moved last
    int64_t picked_ = -1;    // id
    bool on_panel_ = false;  // where the last pointer was
    bool rebuild_ = false, retune_ = false, values_changed_ = false;
    std::vector<Emitter> pours_;
    bool refused_pour_ = false;  // and has said so
    bool times_passes_ = false, lost_ = false, broken_ = false, wanted_text_ = false;

    // Since the last `stats`.
    double measured_at_ = 0, framed_at_ = -1e9, frames_ms_ = 0;
    int frames_ = 0;
};

}  // namespace slosh
