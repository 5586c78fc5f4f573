// The parts of a 2D frame that 3D scenes do not have: the container, and the fluid in a 2D style. Modules without 2D
// scenes link scene_renderer_2d_stub.cpp instead (tools/cmake/features.cmake).
#pragma once
#include <glm/vec2.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "render/common/frame.h"

namespace slosh {

class SceneRenderer2d {
public:
    virtual ~SceneRenderer2d() = default;
    // The container and, over it, the fluid. Failures are appended to `error`, and the container is drawn alone.
    virtual void draw(const Frame&, std::string& error) = 0;
    // What this machine cannot draw at full quality; "" for nothing.
    virtual std::string_view capability_warning() const = 0;
    // The values at both ends of the colour map when last drawn.
    virtual glm::vec2 range() const = 0;
};

// Failures are appended to `error`. Null in modules without 2D.
std::unique_ptr<SceneRenderer2d> make_scene_renderer_2d(std::string& error);

}  // namespace slosh
