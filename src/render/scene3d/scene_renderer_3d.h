// What only 3D scenes need: the fluid as spheres or as one surface, and the glass tank around it. A page whose scenes
// are all flat does not download it (tools/cmake/web.cmake).
#pragma once
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "render/common/style.h"

namespace slosh {

class SceneRenderer3d {
public:
    virtual ~SceneRenderer3d() = default;
    // The frame as it is to be drawn from now on: perhaps of fewer pixels, and into another target.
    virtual Frame begin(const Frame&) = 0;
    // The far side of the tank; what the particles may hide is drawn after it, where it was drawn. Then the particles
    // and the near side.
    virtual void draw_behind(const Frame&) = 0;
    // Without the particles x in front of a plane: dot(plane.xyz, x) > plane.w.
    virtual void draw(const Frame&, glm::vec4 plane, std::string& error) = 0;
    // Puts what was drawn onto the target of the frame that `begin` was given.
    virtual void end(const Frame&) = 0;
    // What this machine cannot do as well as others; "" for nothing.
    virtual std::string_view capability_warning() const = 0;
    // The values at both ends of the colour map when last drawn, and those of the image shown in place of the picture.
    virtual glm::vec2 range() const = 0;
    virtual glm::vec2 view_range() const = 0;
};

// What fails is appended to `error`. Null where 3D was left out (scene_renderer_3d_stub.cpp).
std::unique_ptr<SceneRenderer3d> make_scene_renderer_3d(std::string& error);

}  // namespace slosh
