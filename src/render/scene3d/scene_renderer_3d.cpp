#include "render/scene3d/scene_renderer_3d.h"

#include <cmath>
#include <glm/common.hpp>

#include "render/common/environment_map.h"
#include "render/gl/offscreen_target.h"
#include "render/scene3d/foam_renderer.h"
#include "render/scene3d/screen_space_fluid.h"
#include "render/scene3d/spheres.h"
#include "render/scene3d/tank_3d.h"

namespace slosh {
namespace {

constexpr float max_pixels = 1 << 23;  // of a picture: larger ones are drawn smaller and stretched

class Renderer3d final : public SceneRenderer3d {
public:
    explicit Renderer3d(std::string& error) : glass_(error), spheres_(error), surface_(error), foam_(error) {}

    Frame begin(const Frame& frame) override {
        const glm::vec2 pixels(frame.camera.pixels);
        const float scale = std::min(frame.water.resolution, std::sqrt(max_pixels / (pixels.x * pixels.y)));
        Frame drawn = frame;
        mirror_.follow(frame.environment);
        drawn.environment_texture = mirror_.texture();
        scaled_ = scale < 1;
        if (!scaled_) return drawn;
        drawn.camera.pixels = glm::max(glm::ivec2(glm::round(pixels * scale)), glm::ivec2(1));
        drawn.camera.shift *= scale;
        drawn.dpr *= scale;
        canvas_.resize(drawn.camera.pixels);
        drawn.target = canvas_.framebuffer();
        return drawn;
    }

    void draw_behind(const Frame& frame) override {
        if (frame.shows_surface()) surface_.begin(frame);
        glass_.draw_behind(frame, frame.shows_surface());
    }

    void draw(const Frame& frame, glm::vec4 plane, std::string& error) override {
        const glm::vec2 range = range_.follow(frame);
        if (frame.shows_surface()) {
            surface_.draw(frame, stream_, map_, range, glass_.shadow(), error);
            const int view = frame.water.view;
            if (surface_.any() && (view == WaterSettings::final_view || view == WaterSettings::foam))
                foam_.draw_on_water(
                    frame, [&](const gl::Program& program) { surface_.set_water(program, frame); }, error);
        } else {
            spheres_.draw(frame, plane, stream_, map_, range);
            foam_.draw(frame, plane);
        }
        if (!frame.shows_surface() || frame.water.view == WaterSettings::final_view) glass_.draw_in_front(frame);
    }

    void end(const Frame& frame) override {
        if (!scaled_) return;
        const glm::ivec2 pixels = frame.camera.pixels;
        canvas_.blit_to(frame.target, {0, 0}, pixels);
        glViewport(0, 0, pixels.x, pixels.y);
    }

    std::string_view capability_warning() const override { return surface_.capability_warning(); }
    glm::vec2 range() const override { return range_.now(); }
    glm::vec2 view_range() const override { return surface_.view_range(); }

private:
    EnvironmentMap mirror_;
    Tank3d glass_;
    Spheres spheres_;
    ScreenSpaceFluid surface_;
    OffscreenTarget canvas_;
    Foam foam_;
    ParticleVertexBuffers stream_;
    ColourRange range_;
    ColourMap map_;
    bool scaled_ = false;
};

}  // namespace

std::unique_ptr<SceneRenderer3d> make_scene_renderer_3d(std::string& error) {
    auto renderer = std::make_unique<Renderer3d>(error);
    return error.empty() ? std::move(renderer) : nullptr;
}

}  // namespace slosh
