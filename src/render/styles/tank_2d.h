// The container of a 2D scene (tinted inside, glass wall, soft shadow), drawn before the fluid; and the fade towards
// the edges of the canvas, drawn last.
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
    gl::VertexArray empty_;
};

}  // namespace slosh
