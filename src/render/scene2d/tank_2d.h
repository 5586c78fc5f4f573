// The container of a 2D scene: tinted inside, glass wall, soft shadow.
#pragma once
#include "render/common/frame_uniforms.h"

namespace slosh {

class Tank2d {
public:
    explicit Tank2d(std::string& error);
    void draw(const Frame&);

private:
    gl::Program program_;
    gl::VertexArray empty_;
};

}  // namespace slosh
