// Pointers on the canvas, and what each of them does: drag the container or a body, stir, push by hovering; in 3D
// turn the eye around the scene.
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
    Type type = move;
    int id = 0;
    Device device = mouse;
    enum Modifiers { shift = 1, ctrl = 2, alt = 4 };
    int buttons = 0;        // as PointerEvent.buttons in the page
    int modifiers = 0;      // keys that are held
    glm::vec2 pixel{0, 0};  // device pixels from the canvas's top left
};

// A body under the pixel of an event, and which point of it.
struct Pick {
    int body = -1;
    glm::vec3 own{0, 0, 0};  // along the body's own axes
    glm::vec3 at{0, 0, 0};   // world; in 3D a hand moves it in the plane that faces the eye there
};

class Input {
public:
    // An event that the panel does not want. `over_container` tells whether its pixel is inside the walls.
    // `pick` is the body under a press: it is taken hold of, by the left button alone or a finger.
    // In 3D (`deep`) one pointer turns the eye; with Shift or Ctrl, with the right button or with two fingers it
    // moves the container, and with Shift and the right button it stirs.
    void pointer(const PointerEvent&, bool over_container, bool deep = false, const Pick& pick = {});
    // What a press of the left button or one finger does from now on: drag is what is said above; with drop it is
    // left to others. pour pours, whatever is under it; with every other tool bodies can be held.
    void use(InteractionSettings::Tool tool) { tool_ = tool; }
    // The panel took this pointer over.
    void leave_to_panel(int id);
    void release_all() { pointers_.clear(); }

    // While the key is held, what hovers pours in place of pushing.
    void pour_by_key(bool down) { key_pours_ = down; }
    bool key_pours() const { return key_pours_; }

    // Before the steps of a frame, `dt` seconds in all: pulls the container, and says where hands are in the fluid.
    std::span<const PointerForce> hands(const Camera&, const InteractionSettings&, ContainerDrag&, float dt);
    // After it: the bodies that are held, and where to.
    std::span<const Grab> grabs() const { return grabs_; }
    // And where it pours, in world space.
    std::span<const glm::vec3> pours() const { return pours_; }
    bool dragging() const;

    // What the pointers ask of the eye, since it was last taken: device pixels (y down), and a factor.
    struct Eye {
        glm::vec2 turn{0, 0};
        float closer = 1;
    };
    Eye take_eye() { return std::exchange(eye_, {}); }

    // A press let go of in the same place, since it was last taken.
    struct Click {
        glm::vec2 pixel{0, 0};
        int modifiers = 0;
    };
    std::optional<Click> take_click() { return std::exchange(click_, std::nullopt); }

private:
    enum Role { idle, hover, drag, stir, orbit, pair, hold, pour };  // pair: one of two fingers
    struct Pointer {
        int id;
        Role role;
        glm::vec2 pixel;
        glm::vec2 pressed;   // where it took up its role: the next step may come many events later
        glm::vec3 world;     // at the last step
        glm::vec3 velocity;  // world, smoothed
        Pick pick;           // what it holds
        bool fresh;          // no step has seen it yet in this role
        glm::vec2 down{0, 0};
        bool clicking = false;  // pressed, and not moved since
        int modifiers = 0;      // when it was pressed
    };
    Pointer* find(int id);
    Role role_of(const PointerEvent&, const Pointer* known, bool over_container, bool over_body) const;
    bool keeps_pouring(const PointerEvent&, const Pointer* known) const;
    Role role_of_tool(Role of_drag) const;
    Role deep_role_of(const PointerEvent&, const Pointer* known, bool over_body) const;
    void follow_click(const PointerEvent&);
    const Pointer* other_of_pair(int id) const;
    void look_around(const PointerEvent&, const Pointer& before);
    void pull(ContainerDrag&, const Camera&, const Pointer&, glm::vec2 pixel, glm::vec2 pressed) const;

    InteractionSettings::Tool tool_ = InteractionSettings::Tool::drag;
    std::vector<Pointer> pointers_;
    std::vector<PointerForce> stirs_;
    std::vector<Grab> grabs_;
    std::vector<glm::vec3> pours_;
    bool key_pours_ = false;
    Eye eye_;
    std::optional<Click> click_;
};

}  // namespace slosh
