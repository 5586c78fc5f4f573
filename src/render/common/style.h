// A render style in 2D. Its counterpart in 3D is render/scene3d/style_3d.h; both are chosen by the list of styles in
// render/options/render_settings.h.
#pragma once
#include <glm/vec2.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "render/common/frame.h"

namespace slosh {

class Style {
public:
    virtual ~Style() = default;
    // Draws over the content of the frame's target, with premultiplied alpha.
    virtual void draw(const Frame&) = 0;
    // What this machine cannot draw at full quality, as a sentence for the user; "" for nothing.
    virtual std::string_view capability_warning() const { return {}; }
    // The values at both ends of the colour map when last drawn.
    virtual glm::vec2 range() const { return {0, 0}; }
};

// Builds the GL objects of a style; failures are appended to `error` as readable text. The GL objects live as
// long as the Style, and are lost with the context: build a new Style after a context loss.
std::unique_ptr<Style> make_style(RenderSettings::Style, std::string& error);

// The factories that the list of styles names.
#define SLOSH_DECLARE_FACTORY(name, title, make_2d, make_3d, about) std::unique_ptr<Style> make_2d(std::string& error);
SLOSH_RENDER_STYLES(SLOSH_DECLARE_FACTORY)
#undef SLOSH_DECLARE_FACTORY

}  // namespace slosh
