// A render style in 2D. Its counterpart in 3D is render/scene3d/style_3d.h; both are chosen by the list of styles in
// render/options/render_settings.h.
#pragma once
#include <glm/vec2.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "render/common/frame.h"

namespace slosh {

class Style2d {
public:
    virtual ~Style2d() = default;
    // Draws over the content of the frame's target, with premultiplied alpha.
    virtual void draw(const Frame&) = 0;
    // What this machine cannot draw at full quality, as a sentence for the user; "" for nothing.
    virtual std::string_view capability_warning() const { return {}; }
    // The values at both ends of the colour map when last drawn.
    virtual glm::vec2 range() const { return {0, 0}; }
};

// The factories that the list of styles names. Failures are appended to `error`.
#define SLOSH_DECLARE_FACTORY(name, title, make_2d, make_3d, about) \
    std::unique_ptr<Style2d> make_2d(std::string& error);
SLOSH_RENDER_STYLES(SLOSH_DECLARE_FACTORY)
#undef SLOSH_DECLARE_FACTORY

}  // namespace slosh
