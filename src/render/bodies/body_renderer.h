// Draws the rigid bodies over (2D) or among (3D, by depth) what is drawn already. A page whose fluids carry no bodies
// does not download it (tools/cmake/web.cmake).
#pragma once
#include <memory>
#include <string>

#include "render/common/style.h"

namespace slosh {

class BodyRenderer {
public:
    virtual ~BodyRenderer() = default;
    virtual void draw(const Frame&) = 0;
    virtual bool is_3d() const = 0;
};

// For 3D or for 2D. What fails is appended to `error`. Null where bodies were left out (body_renderer_stub.cpp).
std::unique_ptr<BodyRenderer> make_body_renderer(bool is_3d, std::string& error);

}  // namespace slosh
