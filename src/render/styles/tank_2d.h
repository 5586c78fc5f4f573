// What is around the fluid: the container (tinted inside, glass wall, soft shadow) before it, and a
// fading edge of the canvas after it.
#pragma once
#include "render/common/frame_uniforms.h"

namespace slosh {

class Tank2d {
public:
    explicit Tank2d(std::string& error);
    void draw_container(const Frame&);
    void fade_edges(const Frame&);

private:
    gl::Program container_, fade_;
    gl::VertexArray area_;
};

}  // namespace slosh
