// A slice through a grid: one layer of cells as a plane among the particles. Modules of solvers without a grid link
// slice_renderer_stub.cpp instead (tools/cmake/web.cmake).
#pragma once
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <string>

#include "render/common/frame.h"

namespace slosh {

class SliceRenderer {
public:
    virtual ~SliceRenderer() = default;
    // Before the particles: the opaque cells (fluid and solid), with depth. Returns the clip plane for the particles;
    // all 0 for none.
    virtual glm::vec4 draw_opaque_cells(const Frame&) = 0;
    // After the particles: the transparent cells (air).
    virtual void draw_air(const Frame&) = 0;
    // The values at both ends of the colours when last drawn.
    virtual glm::vec2 range() const = 0;
    // Whether there is anything to draw.
    static bool any(const Frame& frame) { return frame.slice.shown != Slice::Quantity::off && !frame.grid.empty(); }
};

// Failures are appended to `error`. Null in modules without a grid.
std::unique_ptr<SliceRenderer> make_slice_renderer(std::string& error);

}  // namespace slosh
