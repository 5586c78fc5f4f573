// A slice through the grid of a fluid: one layer of its cells as a plane in the tank, among the particles. A page whose
// fluids have no grid does not download it (tools/cmake/web.cmake).
#pragma once
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <string>

#include "render/common/style.h"

namespace slosh {

class SliceRenderer {
public:
    virtual ~SliceRenderer() = default;
    // Before the particles: the cells with fluid or solid, which hide what is behind them. Returns the plane in front
    // of which no particles are to be drawn; all 0 for none.
    virtual glm::vec4 draw_cells(const Frame&) = 0;
    // After them: those with air, half transparent.
    virtual void draw_air(const Frame&) = 0;
    // The values at both ends of the colours when last drawn.
    virtual glm::vec2 range() const = 0;
    // Whether there is anything to draw.
    static bool any(const Frame& frame) { return frame.slice.shown != Slice::off && !frame.grid.empty(); }
};

// What fails is appended to `error`. Null where it was left out (slice_renderer_stub.cpp).
std::unique_ptr<SliceRenderer> make_slice_renderer(std::string& error);

}  // namespace slosh
