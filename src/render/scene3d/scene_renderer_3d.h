// The parts of a 3D frame that 2D scenes do not have: the glass tank, and the fluid in a 3D style. Modules without 3D
// scenes link scene_renderer_3d_stub.cpp instead (tools/cmake/features.cmake).
#pragma once
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "render/common/frame.h"

namespace slosh {

// Order of calls in a frame: begin_frame, draw_tank_back, (bodies, slice), draw_fluid, end_frame.
class SceneRenderer3d {
public:
    virtual ~SceneRenderer3d() = default;
    // Returns the frame as it is to be drawn until end_frame: possibly with fewer pixels, in an offscreen target.
    virtual Frame begin_frame(const Frame&, std::string& error) = 0;
    // Floor, back panes and back edges. Objects that fluid may cover are drawn after this, into the target bound by it.
    virtual void draw_tank_back(const Frame&) = 0;
    // The fluid, its foam, and the front edges of the tank. Particles x with dot(plane.xyz, x) > plane.w are not drawn.
    virtual void draw_fluid(const Frame&, glm::vec4 clip_plane, std::string& error) = 0;
    // Scales an offscreen target onto the target of the frame that begin_frame received.
    virtual void end_frame(const Frame&) = 0;
    // What this machine cannot draw at full quality; "" for nothing.
    virtual std::string_view capability_warning() const = 0;
    // The values at both ends of the colour map when last drawn, and those of an intermediate image.
    virtual glm::vec2 range() const = 0;
    virtual glm::vec2 view_range() const = 0;
};

// Failures are appended to `error`. Null in modules without 3D.
std::unique_ptr<SceneRenderer3d> make_scene_renderer_3d(std::string& error);

}  // namespace slosh
