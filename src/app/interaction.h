// User interaction with the simulations: pointers (drag the container, push, stir, grab, drop, pour, draw, erase, pick)
// and tilted gravity. In a split view both simulations receive the same input.
#pragma once
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/input/container_drag.h"
#include "app/input/gravity_tilt.h"
#include "app/input/input.h"
#include "app/simulation.h"
#include "app/view.h"
#include "base/module_part.h"
#include "base/outcome.h"

namespace slosh {

class Drawing;

class Interaction {
public:
    // Call when the scene changes: resets the tilt of gravity.
    void set_scene(const Scene&);
    // Call when the simulation restarts: releases all pointers and the picked particle.
    void restart(const Scene&);

    // Call when a split view ends: lets go of what is held in its viewports.
    void leave_viewports();

    // A pointer event of the canvas, with a finite pixel. Events on the panel only release the pointer. Refused with a
    // message if a body cannot be dropped.
    Outcome pointer(const PointerEvent&, bool on_panel, const View&, std::span<Simulation>);
    bool on_panel() const { return on_panel_; }
    // Zooms the camera of a 3D scene.
    void wheel(float dy, View&, const Scene&);
    // A double click resets the camera of a 3D scene.
    void double_click(View&, const Scene&);
    // Picks the particle under the last click while paused, or of a click with the Alt key.
    void pick_clicked(const View&, std::span<const Simulation>, bool paused);
    int64_t picked() const { return picked_; }  // id of a particle, -1 for none

    // Before the steps of a frame, `dt` seconds in all. Returns the forces of the pointers, valid until the next call.
    std::span<const PointerForce> begin_steps(const View&, std::span<Simulation>, float dt);
    // Sets the user emitters at the positions where pointers and the key pour. Refused with a message, once, if that is
    // not possible.
    Outcome pour(std::span<Simulation>);
    // Before each step: the tilt and the container's motion during it.
    Motion advance(float dt) {
        tilt_.advance(dt);
        return container_.advance(dt);
    }
    Motion container_motion() const { return container_.motion(); }

    // Adds a body at the pointer, or without one at the top centre.
    Outcome drop(const View&, std::span<Simulation>);
    Drawing& drawing() { return *drawing_; }
    void start_drawing(const Scene&);
    // The pen and the eraser: only with the panel (src/app/drawing). Whether one of them was lifted since the last
    // call.
    bool take_drawn() { return std::exchange(drawn_, false); }
    void lift_pen();
    // Before the steps of a frame: fluid that the eraser has touched since the last ones leaves.
    void erase_fluid(const View&, std::span<Simulation>);
    // The same while paused. On the GPU it leaves in the next step.
    void erase_paused_fluid(std::span<Simulation>);
    Brush brush(const View&, const Scene&) const;
    void pour_by_key(bool down) { input_.pour_by_key(down); }
    Input::CameraDelta take_camera_delta() { return input_.take_camera_delta(); }
    GravityTilt& tilt() { return tilt_; }
    const GravityTilt& tilt() const { return tilt_; }

private:
    Outcome handle(PointerEvent, const View&, std::span<Simulation>);
    Outcome handle_if_no_scroll(const PointerEvent&, const View&, std::span<Simulation>);  // with a panel
    Outcome stop_waiting(const View&, std::span<Simulation>);
    // An event of the pen or the eraser; returns false if it is none. `outcome`: the refusal of a press.
    bool draw(const PointerEvent&, const View&, const Simulation&, bool inside, Outcome&);
    bool is_target(const PointerEvent&, const View&, const Simulation&, bool inside) const;
    Outcome draw_at(const PointerEvent&, const View&, const Simulation&, bool begins);
    bool is_drawn(const PointerEvent&, const View&, const Simulation&) const;
    int drawn_body_at(const PointerEvent&, const View&, const Simulation&) const;
    std::optional<glm::vec3> fluid_at(glm::vec2 pixel, const View&, const Simulation&) const;
    void erase(const View&, const Simulation&);
    Pick pick_body_at(const PointerEvent&, const View&, const Simulation&) const;
    bool over_container(const Scene&, const Camera&) const;
    bool inside_walls(const Scene&, glm::vec3 at) const;
    // The position `below` (world units) the top centre of the container, or without walls of the view.
    glm::vec3 top_of_container(const Scene&, float below) const;

    Input input_;
    // The events of a finger that may still become a scroll of the page, with a tool that adds something, and the s
    // since its press. They count when it has moved sideways, is lifted, or after a time.
    std::vector<PointerEvent> waiting_;
    float waited_ = 0;
    GravityTilt tilt_;
    ContainerDrag container_;
    ModulePart<Drawing> drawing_;  // with a panel
    std::optional<int> pen_;       // id of the pointer that draws or erases
    bool erases_ = false;          // it erases fluid, as its press was on no drawn piece
    std::vector<Drain> erased_;    // by it since the last step, the last place first
    glm::vec2 erase_pixel_{0, 0};  // where it was last
    bool drawn_ = false;           // see take_drawn()
    bool shows_brush_ = false;
    std::vector<Emitter> emitters_;
    glm::vec2 pixel_{-1, -1};    // of the last pointer event, relative to its viewport
    size_t active_ = 0;          // index of that viewport and of its simulation
    int64_t picked_ = -1;        // id of a particle
    bool on_panel_ = false;      // the last pointer event was on the panel
    bool pour_refused_ = false;  // the refusal has been reported
};

}  // namespace slosh
