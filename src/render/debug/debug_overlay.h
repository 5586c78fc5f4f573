// Debug drawing over the fluid: occupancy of the neighbour search's cells, wall normals, the grid of a grid solver.
// Modules without a panel link debug_overlay_stub.cpp instead (tools/cmake/web.cmake).
#pragma once
#include <memory>
#include <string>

#include "render/common/frame.h"

namespace slosh {

class DebugOverlay {
public:
    virtual ~DebugOverlay() = default;
    virtual void draw(const Frame&) = 0;
    // The largest cell occupancy when last drawn.
    virtual int fullest_cell() const = 0;
    // Whether there is anything to draw.
    static bool any(const Frame& frame) {
        const RenderSettings& settings = frame.settings;
        return settings.show_cells || settings.show_normals ||
               ((settings.show_grid_velocity || settings.show_grid_cells) && !frame.grid.empty());
    }
};

// Failures are appended to `error`. Null in modules without a panel.
std::unique_ptr<DebugOverlay> make_debug_overlay(std::string& error);

}  // namespace slosh
