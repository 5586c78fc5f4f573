// Screen-space fluid: uniforms, and the passes that read the surface.
#include <algorithm>
#include <cmath>

#include "render/common/environment_map.h"
#include "render/common/materials.h"
#include "render/scene3d/screen_space_fluid.h"

namespace slosh {
namespace {

constexpr float min_thickness = 0.45f;  // in particle radii: thinner fluid is not drawn

}  // namespace

glm::vec2 ScreenSpaceFluid::depth_range(const Frame& frame) const {
    const Camera& camera = frame.camera;
    return {camera.near_distance(), camera.far_distance() - camera.near_distance()};
}

glm::vec2 ScreenSpaceFluid::principal_point(const Frame& frame) const {
    return frame.camera.principal_point() + static_cast<float>(margin_);
}

// From the world to the clip space of a padded target with `scale` texels per pixel.
glm::mat4 ScreenSpaceFluid::to_padded_clip(const Frame& frame, float scale, glm::ivec2 size) const {
    return frame.camera.world_to_padded_clip(scale, static_cast<float>(margin_) * scale, glm::vec2(size));
}

glm::vec4 ScreenSpaceFluid::bounds_in_padded(const Frame& frame) const {
    const glm::vec2 ratio = glm::vec2(frame.camera.pixels) / glm::vec2(padded_);
    const glm::vec4 a = plan_.bounds;
    const auto scaled = [&](float edge, float factor) { return std::abs(edge) >= 1 ? edge : edge * factor; };
    return {scaled(a.x, ratio.x), scaled(a.y, ratio.y), scaled(a.z, ratio.x), scaled(a.w, ratio.y)};
}

void ScreenSpaceFluid::set_depth_uniforms(const gl::Program& program, const Frame& frame,
                                          const DepthTarget& depths) const {
    bind_texture(program, "depth", 0, depths.depth());
    program.set("focal", frame.camera.focal());
    program.set("principal_point", principal_point(frame));
    program.set("depth_range", depth_range(frame));
}

void ScreenSpaceFluid::set_wet_glass_uniforms(const gl::Program& program, const Frame& frame) const {
    set_camera_uniforms(program, frame.camera);
    set_tank_bounds(program, frame);
    bind_texture(program, "contact", 6, contact_.texture());
    program.set("to_contact", scale_ / glm::vec2(contact_.size()));
    program.set("principal_point", principal_point(frame));
}

void ScreenSpaceFluid::set_thickness_uniforms(const gl::Program& program) const {
    bind_texture(program, "thickness", 2, thickness_.texture());
    program.set("to_thickness", scale_ / glm::vec2(thickness_.size()));
}

void ScreenSpaceFluid::set_surface_uniforms(const gl::Program& program, const Frame& frame,
                                            const DepthTarget& depths) const {
    set_depth_uniforms(program, frame, depths);
    set_wet_glass_uniforms(program, frame);
    set_thickness_uniforms(program);
    program.set("depth_deviation", depth_deviation * plan_.radius);
    program.set("min_thickness", min_thickness * plan_.radius / plan_.unit);
    program.set("margin", static_cast<float>(margin_));
    program.set("canvas", glm::vec2(frame.camera.pixels));
}

void ScreenSpaceFluid::set_foam_uniforms(const gl::Program& program, const Frame& frame) const {
    set_depth_uniforms(program, frame, *smoothed_);
    bind_texture(program, "scene_depth", 4, scene_.depth());
    program.set("scene_depth_terms", frame.camera.depth_terms());
    program.set("margin", static_cast<float>(margin_));
}

// The scene target, and the water over it.
void ScreenSpaceFluid::shade(const Frame& frame, std::string& error) {
    const gl::Pass pass(frame.timers, "water");
    const glm::ivec2 size = frame.camera.pixels;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, scene_.framebuffer());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, frame.target);
    glBlitFramebuffer(0, 0, size.x, size.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
    glViewport(0, 0, size.x, size.y);
    const gl::Program* shading = choose(shading_, water + static_cast<int>(plan_.settings.shading), error);
    if (!smoothed_ || !shading) return;
    const Camera& camera = frame.camera;
    shading->use();
    set_surface_uniforms(*shading, frame, *smoothed_);
    bind_texture(*shading, "scene", 3, scene_.colour());
    bind_texture(*shading, "scene_depth", 4, scene_.depth());
    shading->set("scene_depth_terms", camera.depth_terms());
    shading->set("light_dir", view_light_dir(camera));
    set_environment_uniforms(*shading, frame);
    shading->set("unit", plan_.unit);
    shading->set("reflectance", material_of(frame.settings).reflectance);
    shading->set("scattering", frame.is_plain_water() ? 0.0f : 1.0f);
    shading->set("glow", material_of(frame.settings).glow);
    shading->set("refraction", plan_.settings.refraction);
    shading->set("occlusion_radius", 8 * plan_.radius);
    draw_rect(*shading, plan_.bounds, quad_);
}

void ScreenSpaceFluid::show_view(const Frame& frame, GLuint floor_shadow, std::string& error) {
    const gl::Pass pass(frame.timers, "intermediate image");
    glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
    glViewport(0, 0, frame.camera.pixels.x, frame.camera.pixels.y);
    const WaterSettings::View view = plan_.settings.view;
    if (view == WaterSettings::View::foam) {  // drawn later: white, so on a dark ground
        glClearColor(0.08f, 0.13f, 0.18f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        return;
    }
    const gl::Program* program = choose(view_, debug_view, error);
    if (!program || !smoothed_) return;
    program->use();
    set_surface_uniforms(*program, frame, view == WaterSettings::View::depth ? raw_depth_ : *smoothed_);
    bind_texture(*program, "image", 3, view == WaterSettings::View::shadow ? floor_shadow : scene_.colour());
    program->set("view", static_cast<int>(view));
    view_range_ = view == WaterSettings::View::thickness ? glm::vec2(0, plan_.near_far.y - plan_.near_far.x)
                  : view == WaterSettings::View::normals ? glm::vec2(-1, 1)
                  : view > WaterSettings::View::normals  ? glm::vec2(0, 1)
                                                         : plan_.near_far;
    program->set("value_range", view == WaterSettings::View::thickness ? view_range_ / plan_.unit : view_range_);
    draw_rect(*program, view > WaterSettings::View::normals ? glm::vec4(-1, -1, 1, 1) : plan_.bounds, quad_);
}

std::string_view ScreenSpaceFluid::capability_warning() const {
    if (!is_supported_) return "this machine cannot create render targets of this size: the water is not shown";
    if (thickness_.is_float()) return {};
    return "this browser cannot render to float textures: the water's thickness has 8 bits and coarser colours";
}

}  // namespace slosh
