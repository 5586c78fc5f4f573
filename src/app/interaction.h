// What the user does to the simulations: with pointers (drag the container, push, stir, grab, drop, pour, pick) and by
// tilting gravity. In a split view both simulations get the same.
#pragma once
#include <span>
#include <vector>
#include "base/outcome.h"

#include "app/input/container_drag.h"
#include "app/input/gravity_tilt.h"
#include "app/input/input.h"
#include "app/simulation.h"
#include "app/view.h"

namespace slosh {

class Interaction {
public:
    // Another scene: gravity is level again.
    void set_scene(const Scene&);
    // The simulation starts again: nothing is grabbed, dragged or picked.
    void restart(const Scene&);

    // A pointer event of the canvas, with a finite pixel. Events that the panel has consumed only end what the pointer
    // did. Refused with a message where a body should be dropped and cannot.
    Outcome pointer(PointerEvent, bool on_panel, const View&, std::span<Simulation>);
    bool on_panel() const { return on_panel_; }
    // Zooms the camera of a 3D scene.
    void wheel(float dy, View&, const Scene&);
    // A double click resets the camera of a 3D scene.
    void double_click(View&, const Scene&);
    // Picks the particle under the last click, if that was one for it: while paused, or with the Alt key.
    void pick_clicked(const View&, std::span<const Simulation>, bool paused);
    int64_t picked() const { return picked_; }  // id of a particle, -1 for none

    // Before the steps of a frame, `dt` seconds in all. Returns the forces of the pointers, valid until the next call.
    std::span<const PointerForce> begin_steps(const View&, std::span<Simulation>, float dt);
    // Where pointers and the key pour, as emitters from here on. Refused with a message, once, where nothing flows.
    Outcome pour(std::span<Simulation>);
    // Before each step: the tilt and the container's motion during it.
    Motion advance(float dt) {
        tilt_.advance(dt);
        return container_.advance(dt);
    }
    Motion container_motion() const { return container_.motion(); }

    // Adds a body at the pointer, or else at the top in the middle.
    Outcome drop(const View&, std::span<Simulation>);
    void pour_by_key(bool down) { input_.pour_by_key(down); }
    Input::CameraDelta take_camera_delta() { return input_.take_camera_delta(); }
    GravityTilt& tilt() { return tilt_; }

private:
    Pick pick_body_at(const PointerEvent&, const View&, const Simulation&) const;
    bool over_container(const Scene&, const Camera&) const;
    bool inside_walls(const Scene&, glm::vec3 at) const;
    glm::vec3 top_of_tank(const Scene&, float below) const;

    Input input_;
    GravityTilt tilt_;
    ContainerDrag container_;
    std::vector<Emitter> emitters_;
    glm::vec2 pixel_{-1, -1};    // of the last pointer event, in the viewport that it was in
    size_t active_ = 0;          // that viewport, which is also the index of its simulation
    int64_t picked_ = -1;        // id of a particle
    bool on_panel_ = false;      // where the last pointer event was
    bool pour_refused_ = false;  // and reported
};

}  // namespace slosh
