// Draws a fluid's grid in space: see render/debug/grid_glyphs.h.
#pragma once
#include <vector>

#include "render/common/lines.h"
#include "render/common/style.h"
#include "render/debug/grid_glyphs.h"
#include "render/gl/gl.h"

namespace slosh {

class GridRenderer {
public:
    explicit GridRenderer(std::string& error);

    // Over the particles and among them.
    void draw_boxes(const Frame&);
    // Adds to `lines`, which lie over everything.
    void add_arrows(const Frame&, Lines& lines);

private:
    gl::Program program_;
    gl::VertexArray array_;
    gl::Buffer buffer_;
    std::vector<BoxCorner> corners_;
    std::vector<Arrow> arrows_;
};

}  // namespace slosh
