// What only 3D scenes need: the particles as spheres, and the glass tank around them. A page whose scenes are all flat
// does not download it (tools/cmake/web.cmake).
#pragma once
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "render/style.h"

namespace slosh {

class Deep {
public:
    virtual ~Deep() = default;
    // The far side of the tank; what the particles may hide is drawn after it. Then the particles and the near side.
    virtual void draw_behind(const Frame&) = 0;
    // Without the particles x in front of a plane: dot(plane.xyz, x) > plane.w.
    virtual void draw(const Frame&, glm::vec4 plane) = 0;
    // The values at both ends of the colour map when last drawn.
    virtual glm::vec2 range() const = 0;
};

// What fails is appended to `error`. Null where 3D was left out (deep_absent.cpp).
std::unique_ptr<Deep> make_deep(std::string& error);

}  // namespace slosh
