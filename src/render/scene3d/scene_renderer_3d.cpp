#include "render/scene3d/scene_renderer_3d.h"

#include <cmath>
#include <glm/common.hpp>
#include <optional>

#include "base/check.h"
#include "render/common/environment_map.h"
#include "render/gl/offscreen_target.h"
#include "render/scene3d/antialias.h"
#include "render/scene3d/style_3d.h"
#include "render/scene3d/tank_3d.h"

namespace slosh {
namespace {

constexpr float max_pixels = 1 << 23;  // of a target; larger canvases are drawn smaller and scaled up
constexpr float fine_dpr = 1.75f;      // from here on the steps of edges are too fine to be seen

using StyleFactory = std::unique_ptr<Style3d> (*)(std::string&);
#define SLOSH_FACTORY(name, title, make_2d, make_3d, about) make_3d,
constexpr StyleFactory factories[] = {SLOSH_RENDER_STYLES(SLOSH_FACTORY)};
#undef SLOSH_FACTORY

class Renderer3d final : public SceneRenderer3d {
public:
    explicit Renderer3d(std::string& error) : tank_(error), foam_(error) {}

    Frame begin_frame(const Frame& frame, std::string& error) override {
        choose_style(frame.style_3d(), error);
        const glm::vec2 pixels(frame.camera.pixels);
        const float scale = std::min(frame.water.resolution, std::sqrt(max_pixels / (pixels.x * pixels.y)));
        Frame drawn = frame;
        environment_.update(frame.environment);
        drawn.environment_texture = environment_.texture();
        // Scaled up, edges are soft already.
        antialiased_ = scale == 1 && frame.quality.resolution == 1 && frame.dpr < fine_dpr &&
                       (!style_ || style_->shows_final_image(frame));
        if (antialiased_ && !antialias_) antialias_.emplace(error);
        scaled_ = scale < 1;
        if (!scaled_ && !antialiased_) return drawn;
        drawn.camera.pixels = glm::max(glm::ivec2(glm::round(pixels * scale)), glm::ivec2(1));
        drawn.camera.shift *= scale;
        drawn.dpr *= scale;
        offscreen_.resize(drawn.camera.pixels);
        drawn.target = offscreen_.framebuffer();
        return drawn;
    }

    void draw_tank_back(const Frame& frame) override {
        if (style_) style_->begin(frame);
        tank_.draw_back(frame, style_ && style_->is_clear());
    }

    void draw_fluid(const Frame& frame, glm::vec4 clip_plane, std::string& error) override {
        const Scene3d scene{.particles = particles_,
                            .colour_map = colour_map_,
                            .foam = foam_,
                            .colour_range = range_.update(frame),
                            .clip_plane = clip_plane,
                            .floor_shadow = tank_.shadow()};
        if (style_) style_->draw(frame, scene, error);
        if (!style_ || style_->shows_final_image(frame)) tank_.draw_front(frame);
    }

    void end_frame(const Frame& frame) override {
        if (antialiased_) antialias_->draw(frame, offscreen_);
        if (!scaled_) return;
        const glm::ivec2 pixels = frame.camera.pixels;
        offscreen_.blit_to(frame.target, {0, 0}, pixels);
        glViewport(0, 0, pixels.x, pixels.y);
    }

    std::string_view capability_warning() const override {
        return style_ ? style_->capability_warning() : std::string_view();
    }
    glm::vec2 range() const override { return range_.current(); }
    glm::vec2 view_range() const override { return style_ ? style_->view_range() : glm::vec2(0); }

private:
    // Styles with the same factory share one object. A factory that failed is not called again until the style changes.
    void choose_style(RenderSettings::Style style, std::string& error) {
        const auto index = static_cast<size_t>(style);
        CHECK(index < std::size(factories), "a listed style");
        if (factory_ == factories[index]) return;
        factory_ = factories[index];
        style_.reset();
        std::string failure;
        style_ = factory_(failure);
        if (!failure.empty()) style_.reset();
        error += failure;
    }

    EnvironmentMap environment_;
    Tank3d tank_;
    OffscreenTarget offscreen_;
    FoamRenderer foam_;
    ParticleVertexBuffers particles_;
    ColourRange range_;
    ColourMap colour_map_;
    StyleFactory factory_ = nullptr;
    std::unique_ptr<Style3d> style_;      // made by factory_; null if that failed
    std::optional<Antialias> antialias_;  // made when first needed
    bool scaled_ = false, antialiased_ = false;
};

}  // namespace

std::unique_ptr<SceneRenderer3d> make_scene_renderer_3d(std::string& error) {
    std::string failure;
    auto renderer = std::make_unique<Renderer3d>(failure);
    error += failure;
    return failure.empty() ? std::move(renderer) : nullptr;
}

}  // namespace slosh
