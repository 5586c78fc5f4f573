// Drawing of one simulation, or of two in a split view, with one camera and one quality. Each simulation has its own
// viewport and its own renderer. Needs a current GL context from open() to destruction, except between release() and
// the next open().
#pragma once
#include <array>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <string>

#include "analysis/diagnostics.h"
#include "app/input/input.h"
#include "app/input/orbit_camera.h"
#include "app/panel/panel_interface.h"
#include "app/simulation.h"
#include "app/timing/quality_control.h"
#include "base/module_part.h"
#include "render/frame_renderer.h"
#include "render/gl/offscreen_target.h"
#include "render/gl/timers.h"

namespace slosh {

constexpr size_t max_simulations = 2;

class View {
public:
    // State of the interaction that a frame shows.
    struct Context {
        Motion container;
        int64_t picked = -1;  // id of a particle; -1: none
        bool paused = false;  // then the panel can show earlier iterations of the last pressure solve
    };
    struct Viewport {
        glm::ivec2 low, size;  // device pixels from the canvas's lower left corner
    };

    explicit View(Jobs& jobs) : jobs_(jobs) {}

    // Creates the GL objects. Returns false, with the reason appended to `error`, if that fails.
    bool open(std::string& error, bool with_timers);
    // After a lost context: forgets all GL objects.
    void release();
    bool is_open() const { return renderers_[0] != nullptr; }
    void set_environment(void (*fill)()) { environment_ = {fill, environment_.version + 1}; }

    // --- layout and camera ---
    void resize(glm::ivec2 pixels, float dpr, bool is_page_dark);
    // Colours of the page, for settings that have none of their own.
    void set_page_colours(const ColourList& kinds, const ColourList& container) { page_colours_ = {kinds, container}; }
    // One viewport or two. Frees the renderers that are no longer needed.
    void split(size_t viewports);
    // Device pixels at the left and at the bottom that the panel covers.
    enum class Transition { smooth, none };
    void set_covered(glm::vec2 covered, Transition = Transition::smooth);
    void start_camera(const SceneView& view) { orbit_.start(view.yaw, view.pitch); }
    void update_camera(const Scene&);
    // Once a frame, also while the simulation is paused: the transition beside the panel, and in 3D the orbit camera.
    void advance(const Scene&, const Input::CameraDelta&, double now_ms);
    OrbitCamera& orbit() { return orbit_; }
    // The pose of the orbit camera as "yaw pitch zoom x y z"; "" for the scene's own. Refused if it is not that.
    std::string eye() const;
    Outcome look(std::string_view eye);
    const Camera& camera() const { return camera_; }
    glm::ivec2 canvas() const { return canvas_; }
    float dpr() const { return dpr_; }
    Viewport viewport(size_t index) const;
    size_t viewport_at(glm::vec2 pixel) const;

    // --- drawing ---
    // Chooses the quality of the next frame; `automatic` by the cost of the previous frames.
    void choose_quality(const RenderSettings&, double now_ms);
    // Draws into the default framebuffer, and writes the panel's data of the frame to `state`.
    void draw(std::span<Simulation>, const Context&, Profile&, PanelState& state, std::string& error);
    // The style's warning about this machine, once per change; "" for none.
    std::string_view take_capability_warning() { return renderers_[0]->take_capability_warning(); }
    gl::Timers* timers() const { return timers_.get(); }

private:
    void advance_covered(double elapsed);  // s
    Frame make_frame(Simulation&, const Context&, Profile&, PickedParticle&);
    std::span<const float> find_derived_field(const Simulation&, const ParticleView&, Profile&);
    std::span<const float> find_nearest_bodies(const ParticleFields&, std::span<const Body>);
    void draw_scaled(FrameRenderer&, Frame&, const Viewport&, std::string& error);

    Jobs& jobs_;
    std::array<ModulePart<FrameRenderer>, max_simulations> renderers_;
    std::optional<OffscreenTarget> offscreen_;  // if not drawn to the canvas directly
    ModulePart<gl::Timers> timers_;             // only with a panel, which shows them
    Diagnostics diagnostics_;
    EnvironmentSource environment_;

    QualityControl quality_control_;
    int level_ = full_quality;  // index into `qualities` of render/options/quality.h
    int64_t timed_frames_ = 0;  // frames with a GPU time at the last choose_quality()
    double quality_at_ms_ = 0;  // time of the last choose_quality()

    OrbitCamera orbit_;
    Camera camera_;
    size_t viewports_ = 1;
    glm::ivec2 canvas_{1, 1};                       // device pixels
    glm::vec2 covered_{0, 0}, covered_goal_{0, 0};  // device pixels; current, and at the end of the transition
    float dpr_ = 1;                                 // device pixels per CSS pixel
    bool is_page_dark_ = false;
    struct PageColours {
        ColourList kinds, container;
    } page_colours_;
    double moved_at_ms_ = -1;  // time of the last advance()
};

}  // namespace slosh
