// Pointers on the canvas and the role of each: drag the container or a body, stir, pour, push by hovering; in 3D orbit
// the camera.
#pragma once
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/input/container_drag.h"
#include "domain/pointer_force.h"
#include "domain/rigid_body.h"
#include "render/common/camera.h"

namespace slosh {

struct PointerEvent {
    enum Type { move, down, up, gone };
    enum Device { mouse, touch, pen };
    enum Buttons { left = 1, right = 2 };
    enum Modifiers { shift = 1, ctrl = 2, alt = 4, meta = 8 };
    Type type = move;
    int id = 0;
    Device device = mouse;
    int buttons = 0;        // sum of Buttons, as PointerEvent.buttons in the page
    int modifiers = 0;      // sum of Modifiers: the keys held during the event
    glm::vec2 pixel{0, 0};  // device pixels from the canvas's top left
};

// The circle that shows the size of the pen or the eraser: device pixels of the canvas; a radius of 0: none.
struct Brush {
    glm::vec2 pixel{0, 0};
    float radius = 0;
};

// A picked point of a rigid body.
struct Pick {
    int body = -1;             // index; -1: none
    glm::vec3 local{0, 0, 0};  // in body coordinates
    glm::vec3 at{0, 0, 0};     // world; in 3D the pointer moves it in the plane through it that faces the camera
};

class Input {
public:
    // An event outside the panel. `over_container`: its pixel is inside the walls. `pick`: the body under
    // a press, which the left button or a finger grabs. In 3D one pointer orbits the camera; with Shift or Ctrl, with
    // the right button or with two fingers it drags the container, and with Shift and the right button it stirs.
    void pointer(const PointerEvent&, bool over_container, bool is_3d = false, const Pick& pick = {});
    // What a press of the left button or of one finger does from now on. drag: as stated at pointer(); drop: none
    // here, the caller adds the body; pour: pours, also over a body. With every other tool bodies can be
    // grabbed.
    void set_tool(InteractionSettings::Tool tool) { tool_ = tool; }
    // The pointer has left the canvas or is captured by the panel.
    void remove(int id);
    void remove_all() { pointers_.clear(); }

    // While the key is held, hovering pointers pour instead of pushing.
    void pour_by_key(bool down) { key_pours_ = down; }
    bool key_pours() const { return key_pours_; }

    // Before the steps of a frame, `dt` seconds in all: moves the container's drag target, and returns the forces of
    // the pointers on the fluid. Valid until the next call, as grabs() and pour_positions().
    std::span<const PointerForce> update(const Camera&, const InteractionSettings&, ContainerDrag&, float dt);
    // The grabbed bodies and the target positions of the grabbed points.
    std::span<const Grab> grabs() const { return grabs_; }
    // The positions at which pointers pour, world.
    std::span<const glm::vec3> pour_positions() const { return pour_positions_; }
    bool dragging() const;

    // Camera movement by the pointers since it was last taken: device pixels (y down), and a zoom factor.
    struct CameraDelta {
        glm::vec2 turn{0, 0};
        float zoom = 1;
    };
    CameraDelta take_camera_delta() { return std::exchange(camera_delta_, {}); }

    // A press and release at the same pixel, since it was last taken.
    struct Click {
        glm::vec2 pixel{0, 0};
        int modifiers = 0;
    };
    std::optional<Click> take_click() { return std::exchange(click_, std::nullopt); }

private:
    enum Role { idle, hover, drag, stir, orbit, pair, hold, pour };  // pair: one of two fingers in 3D
    struct Pointer {
        int id = 0;
        Role role = idle;
        glm::vec2 pixel{0, 0};        // of the last event
        glm::vec2 pressed{0, 0};      // the pixel at the start of its role; many events may precede the next step
        glm::vec3 world{0, 0, 0};     // position at the last step
        glm::vec3 velocity{0, 0, 0};  // world units per second, smoothed
        Pick pick = {};               // the grabbed body
        bool fresh = false;           // no step yet in this role
        glm::vec2 down{0, 0};         // the pixel of the press
        bool clicking = false;        // pressed and not moved
        int modifiers = 0;            // of the press
    };
    Pointer* find(int id);
    Role role_of(const PointerEvent&, const Pointer* tracked, bool over_container, bool over_body) const;
    bool keeps_pouring(const PointerEvent&, const Pointer* tracked) const;
    Role role_of_tool(Role of_drag) const;
    Role role_of_3d(const PointerEvent&, const Pointer* tracked, bool over_body) const;
    void track_click(const PointerEvent&);
    const Pointer* other_of_pair(int id) const;
    void update_orbit(const PointerEvent&, const Pointer& before);
    void drag_container(ContainerDrag&, const Camera&, const Pointer&, glm::vec2 pixel, glm::vec2 pressed) const;

    InteractionSettings::Tool tool_ = InteractionSettings::Tool::drag;
    std::vector<Pointer> pointers_;
    std::vector<PointerForce> forces_;
    std::vector<Grab> grabs_;
    std::vector<glm::vec3> pour_positions_;
    bool key_pours_ = false;
    CameraDelta camera_delta_;
    std::optional<Click> click_;
};

}  // namespace slosh
