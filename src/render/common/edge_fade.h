// The fade of a frame towards the edges of the canvas, drawn last.
#pragma once
#include "render/common/frame_uniforms.h"

namespace slosh {

class EdgeFade {
public:
    explicit EdgeFade(std::string& error);
    void draw(const Frame&);

private:
    gl::Program program_;
    gl::VertexArray empty_;
};

}  // namespace slosh
