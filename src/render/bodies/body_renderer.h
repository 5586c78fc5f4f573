// Draws the rigid bodies: in 2D over the frame, in 3D with depth test. Modules without bodies and without
// the panel, which draws obstacles, link body_renderer_stub.cpp instead (tools/cmake/features.cmake).
#pragma once
#include <memory>
#include <string>

#include "render/common/frame.h"

namespace slosh {

class BodyRenderer {
public:
    virtual ~BodyRenderer() = default;
    virtual void draw(const Frame&) = 0;
    virtual bool is_3d() const = 0;
};

// Failures are appended to `error`. Null in modules without bodies.
std::unique_ptr<BodyRenderer> make_body_renderer(bool is_3d, std::string& error);

}  // namespace slosh
