// Pointers on the canvas, and what each of them does: drag the container or a body, stir, or push by hovering.
#pragma once
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "app/container.h"
#include "fluid/body.h"
#include "fluid/stir.h"
#include "render/camera.h"

namespace slosh {

struct PointerEvent {
    enum Type { move, down, up, gone };
    enum Device { mouse, touch, pen };
    enum Buttons { left = 1, right = 2 };
    Type type = move;
    int id = 0;
    Device device = mouse;
    int buttons = 0;        // as PointerEvent.buttons in the page
    glm::vec2 pixel{0, 0};  // device pixels from the canvas's top left
};

// A body under the pixel of an event, and which point of it.
struct Pick {
    int body = -1;
    glm::vec3 own{0, 0, 0};
};

class Input {
public:
    // An event that the panel does not want. `over_container` tells whether its pixel is inside the walls.
    void pointer(const PointerEvent&, bool over_container, const Pick& = {});
    // The panel took this pointer over.
    void leave_to_panel(int id);
    void release_all() { pointers_.clear(); }

    // Before the steps of a frame, `dt` seconds in all: pulls the container, and says where hands are in the fluid.
    std::span<const Stir> hands(const Camera&, const Hand&, Container&, float dt);
    // After it: the bodies that are held, and where to.
    std::span<const Grab> grabs() const { return grabs_; }
    bool dragging() const;

private:
    enum Role { idle, hover, drag, stir, hold };
    struct Pointer {
        int id;
        Role role;
        glm::vec2 pixel;
        glm::vec2 pressed;   // where it took up its role: the next step may come many events later
        glm::vec3 world;     // at the last step
        glm::vec3 velocity;  // world, smoothed
        Pick pick;           // what it holds
        bool fresh;          // no step has seen it yet in this role
    };
    Pointer* find(int id);
    Role role_of(const PointerEvent&, const Pointer* known, bool over_container, bool over_body) const;

    std::vector<Pointer> pointers_;
    std::vector<Stir> stirs_;
    std::vector<Grab> grabs_;
};

}  // namespace slosh
