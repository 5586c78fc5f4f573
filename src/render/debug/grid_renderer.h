// Draws the geometry of render/debug/grid_glyphs.h.
#pragma once
#include <vector>

#include "render/common/frame.h"
#include "render/common/lines.h"
#include "render/debug/grid_glyphs.h"
#include "render/gl/gl.h"

namespace slosh {

class GridRenderer {
public:
    explicit GridRenderer(std::string& error);

    // With the depth test of the particles.
    void draw_boxes(const Frame&);
    // Adds to `lines`, which are drawn over everything.
    void add_arrows(const Frame&, Lines& lines);

private:
    gl::Program program_;
    gl::VertexArray array_;
    gl::Buffer buffer_;
    std::vector<BoxCorner> corners_;
    std::vector<Arrow> arrows_;
};

}  // namespace slosh
