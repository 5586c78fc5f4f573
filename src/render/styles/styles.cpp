#include "base/check.h"
#include "render/common/style.h"

namespace slosh {

std::unique_ptr<Style> make_style(RenderSettings::Style style, std::string& error) {
#define SLOSH_FACTORY(name, title, make_2d, make_3d, about) make_2d,
    constexpr std::unique_ptr<Style> (*factories[])(std::string&) = {SLOSH_RENDER_STYLES(SLOSH_FACTORY)};
#undef SLOSH_FACTORY
    const auto index = static_cast<size_t>(style);
    CHECK(index < std::size(factories), "a listed style");
    return factories[index](error);
}

}  // namespace slosh
