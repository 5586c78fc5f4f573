// Smooths the edges of a drawn frame: for machines without the time for several samples per pixel.
#pragma once
#include <string>

#include "render/common/frame.h"
#include "render/gl/gl.h"
#include "render/gl/offscreen_target.h"

namespace slosh {

class Antialias {
public:
    explicit Antialias(std::string& error);
    // Draws the picture, which has the size of the frame, into the frame's target. Leaves the target bound.
    void draw(const Frame&, const OffscreenTarget& picture);

private:
    gl::Program program_;
    gl::VertexArray empty_;
};

}  // namespace slosh
