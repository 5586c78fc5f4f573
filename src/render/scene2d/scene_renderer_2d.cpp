#include "render/scene2d/scene_renderer_2d.h"

#include <optional>

#include "base/check.h"
#include "render/scene2d/style_2d.h"
#include "render/scene2d/tank_2d.h"

namespace slosh {
namespace {

std::unique_ptr<Style2d> make_style(RenderSettings::Style style, std::string& error) {
#define SLOSH_FACTORY(name, title, make_2d, make_3d, about) make_2d,
    constexpr std::unique_ptr<Style2d> (*factories[])(std::string&) = {SLOSH_RENDER_STYLES(SLOSH_FACTORY)};
#undef SLOSH_FACTORY
    const auto index = static_cast<size_t>(style);
    CHECK(index < std::size(factories), "a listed style");
    return factories[index](error);
}

class Renderer2d final : public SceneRenderer2d {
public:
    explicit Renderer2d(std::string& error) : tank_(error) {}

    void draw(const Frame& frame, std::string& error) override {
        choose_style(frame.settings.style, error);
        tank_.draw(frame);
        if (style_) style_->draw(frame);
    }
    std::string_view capability_warning() const override {
        return style_ ? style_->capability_warning() : std::string_view();
    }
    glm::vec2 range() const override { return style_ ? style_->range() : glm::vec2(0); }

private:
    void choose_style(RenderSettings::Style style, std::string& error) {
        if (chosen_ == style) return;
        chosen_ = style;
        style_.reset();
        std::string failure;
        style_ = make_style(style, failure);
        if (failure.empty()) return;
        style_.reset();
        error += failure;
    }

    Tank2d tank_;
    std::unique_ptr<Style2d> style_;
    std::optional<RenderSettings::Style> chosen_;  // style_, or the one that could not be built
};

}  // namespace

std::unique_ptr<SceneRenderer2d> make_scene_renderer_2d(std::string& error) {
    return std::make_unique<Renderer2d>(error);
}

}  // namespace slosh
