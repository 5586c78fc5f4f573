// What is drawn over the fluid for those who look into the works: how full the cells of the neighbour search are,
// where the walls point, the grid of a fluid that has one. Part of the lab: a page without panel does not download it
// (tools/cmake/web.cmake).
#pragma once
#include <memory>
#include <string>

#include "render/common/style.h"

namespace slosh {

class DebugOverlay {
public:
    virtual ~DebugOverlay() = default;
    virtual void draw(const Frame&) = 0;
    // Particles in the fullest cell when the cells were last drawn.
    virtual int fullest_cell() const = 0;
    // Whether there is anything to draw.
    static bool any(const Frame& frame) {
        const RenderSettings& settings = frame.settings;
        return settings.show_cells || settings.show_normals ||
               ((settings.show_grid_velocity || settings.show_grid_cells) && !frame.grid.empty());
    }
};

// What fails is appended to `error`. Null where they were left out (debug_overlay_stub.cpp).
std::unique_ptr<DebugOverlay> make_debug_overlay(std::string& error);

}  // namespace slosh
