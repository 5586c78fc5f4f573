// Everything that is drawn of a simulation: the container, then the fluid in the chosen style, then the bodies. Holds
// GL objects, so it lives and dies with the context.
#pragma once
#include "render/backdrop.h"
#include "render/body_painter.h"
#include "render/style.h"

namespace slosh {

class Painter {
public:
    explicit Painter(std::string& error) : backdrop_(error), bodies_(error) {}

    // Draws a whole frame, transparent where nothing is. Builds the look's style first if it is another one;
    // what fails is appended to `error`, and the frame then shows the container only.
    void draw(const Frame&, std::string& error);
    // What the style has to say about this machine, once.
    std::string_view take_note();

    glm::vec2 colour_range() const { return style_ ? style_->range() : glm::vec2(0); }

private:
    Backdrop backdrop_;
    BodyPainter bodies_;
    std::unique_ptr<Style> style_;
    int style_index_ = -1;
    std::string_view told_;
};

}  // namespace slosh
