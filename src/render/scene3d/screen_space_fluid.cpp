#include "render/scene3d/screen_space_fluid.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "render/common/environment_map.h"
#include "shaders.h"

namespace slosh {
namespace {

// In particle radii. Spheres that overlap leave no holes; thinner than the cut is no fluid.
constexpr float sphere_reach = 1.7f, ellipsoid_reach = 2.2f, splat_reach = 3.4f, least = 0.45f;
constexpr float narrow = 6, step_back = 1;         // of the filters
constexpr float max_taps = 16;                     // on either side
constexpr glm::vec2 crowd(0.1f, 0.4f);             // of the rest density: alone, and in the fluid
constexpr float splat_texels = 3;                  // of a splat's radius, where the canvas is that fine
constexpr int max_margin = 64, max_texels = 8192;  // on each side, and in all: what machines have

struct Source {
    const char* name;
    std::string_view vertex, fragment;
};
constexpr Source sources[] = {
    {"spheres", shaders::surface::sphere_depth_vert, shaders::surface::sphere_depth_frag},
    {"ellipsoids", shaders::surface::ellipsoid_depth_vert, shaders::surface::ellipsoid_depth_frag},
    {"narrow-range", shaders::common::fullscreen_rect_vert, shaders::surface::narrow_range_frag},
    {"bilateral", shaders::common::fullscreen_rect_vert, shaders::surface::bilateral_frag},
    {"curvature flow", shaders::common::fullscreen_rect_vert, shaders::surface::curvature_flow_frag},
    {"water", shaders::common::fullscreen_rect_vert, shaders::surface::water_frag},
    {"phong", shaders::common::fullscreen_rect_vert, shaders::surface::phong_frag},
    {"view", shaders::common::fullscreen_rect_vert, shaders::surface::debug_view_frag},
};
constexpr int first_filter = 2, first_shading = 5, view_source = 7;

}  // namespace

ScreenSpaceFluid::ScreenSpaceFluid(std::string& error)
    : splats_("surface thickness", shaders::surface::thickness_vert, shaders::surface::thickness_frag, error) {}

const gl::Program* ScreenSpaceFluid::choose(Chosen& chosen, int which, std::string& error) {
    if (chosen.which != which) {
        const Source& source = sources[which];
        chosen.which = which;
        std::string wrong;
        chosen.program = std::make_unique<gl::Program>(source.name, source.vertex, source.fragment, wrong);
        if (!wrong.empty()) chosen.program.reset(), error += wrong;
    }
    return chosen.program.get();
}

void ScreenSpaceFluid::begin(const Frame& frame) {
    possible_ = scene_.resize(frame.camera.pixels);
    scene_.begin();
    gl::check("surface: behind");
}

void ScreenSpaceFluid::draw(const Frame& frame, ParticleVertexBuffers& stream, ColourMap& map, glm::vec2 range,
                            GLuint shadow, std::string& error) {
    plan_.settings = frame.water.resolved();
    if (plan_.settings.filter_iterations > 0)
        plan_.settings.filter_iterations =
            std::max(static_cast<int>(
                         std::lround(frame.quality.smoothing * static_cast<float>(plan_.settings.filter_iterations))),
                     1);
    smoothed_ = nullptr;
    if (possible_ && place(frame)) {
        stream.upload(frame);
        draw_depths(frame, stream, error);
        draw_thickness(frame, stream, map, range);
        smooth(frame, error);
    }
    if (plan_.settings.view == WaterSettings::final_view) shade(frame, error);
    else if (plan_.settings.view != WaterSettings::foam) show(frame, shadow, error);
    glEnable(GL_BLEND);
}

// Where the fluid is: on the canvas, and how far away.
bool ScreenSpaceFluid::place(const Frame& frame) {
    const ParticleView& p = frame.particles;
    const Camera& camera = frame.camera;
    glm::vec3 lo(1e30f), hi(-1e30f);
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const glm::vec3 at(p.x[i], p.y[i], p.z[i]);
        // What is not a number compares as false, and counts for nothing.
        for (int axis = 0; axis < 3; ++axis) {
            lo[axis] = at[axis] < lo[axis] ? at[axis] : lo[axis];
            hi[axis] = at[axis] > hi[axis] ? at[axis] : hi[axis];
        }
    }
    if (!(lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z)) return false;
    plan_.radius = p.radius;
    // A ball counts as the box around it.
    const bool round = !frame.domain.walls.open && frame.domain.walls.shape == Shape::circle;
    plan_.unit = plan_.settings.clarity * (round ? 1.7f : 1.0f) * scene_extent(frame);
    glm::vec2 low(1e9f), high(-1e9f), away(1e30f, 0);
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 at(corner & 1 ? hi.x : lo.x, corner & 2 ? hi.y : lo.y, corner & 4 ? hi.z : lo.z);
        const float distance = -camera.to_view(at).z;
        away = {std::min(away.x, distance), std::max(away.y, distance)};
        const glm::vec2 pixel = camera.to_pixel(at);
        low = glm::min(low, pixel), high = glm::max(high, pixel);
    }
    const glm::vec2 size(glm::max(camera.pixels, glm::ivec2(1)));
    const float nearest = std::max(away.x, camera.near_distance());
    if (away.y < camera.near_distance()) return false;
    plan_.near_far = {nearest, std::max(away.y, nearest * 1.001f)};
    const float reach = camera.focal() * splat_reach * plan_.radius / nearest;
    const glm::vec4 whole(-1, -1, 1, 1);
    const float more = reach + 2;
    plan_.area = away.x < 2 * camera.near_distance()
                     ? whole
                     : intersection(whole, {2 * (low.x - more) / size.x - 1, 1 - 2 * (high.y + more) / size.y,
                                            2 * (high.x + more) / size.x - 1, 1 - 2 * (low.y - more) / size.y});
    const int room = (max_texels - std::max(camera.pixels.x, camera.pixels.y)) / 2;
    margin_ = static_cast<int>(std::ceil(std::min(reach, static_cast<float>(glm::clamp(room, 0, max_margin)))));
    field_ = camera.pixels + 2 * margin_;
    const float usual = camera.focal() * splat_reach * plan_.radius / camera.distance;
    scale_ = glm::clamp(splat_texels / std::max(usual, 1e-3f), 1.0f / 16, 0.5f);
    const glm::ivec2 coarse = glm::max(glm::ivec2(glm::ceil(glm::vec2(field_) * scale_)), glm::ivec2(1));
    possible_ = raw_.resize(field_) && one_.resize(field_) && other_.resize(field_) && thickness_.resize(coarse);
    return possible_;
}

// --- uniforms ---

glm::vec2 ScreenSpaceFluid::span(const Frame& frame) const {
    const Camera& camera = frame.camera;
    const float far = camera.distance + 4 * std::max(camera.width, camera.height);
    return {camera.near_distance(), far - camera.near_distance()};
}

// The canvas's clip space, placed in a target of this many texels a pixel.
glm::mat4 ScreenSpaceFluid::to_field_clip(const Frame& frame, float scale, glm::ivec2 size) const {
    const glm::vec2 texels(size), canvas(frame.camera.pixels);
    const glm::vec2 shrink = canvas * scale / texels;
    const glm::vec2 shift = 2.0f * static_cast<float>(margin_) * scale / texels + shrink - 1.0f;
    glm::mat4 place(1);
    place[0][0] = shrink.x, place[1][1] = shrink.y;
    place[3] = {shift.x, shift.y, 0, 1};
    return place * frame.camera.world_to_clip();
}

glm::vec4 ScreenSpaceFluid::area_in_field(const Frame& frame) const {
    const glm::vec2 share = glm::vec2(frame.camera.pixels) / glm::vec2(field_);
    const glm::vec4 a = plan_.area;
    const auto wide = [&](float edge, float part) { return std::abs(edge) >= 1 ? edge : edge * part; };
    return {wide(a.x, share.x), wide(a.y, share.y), wide(a.z, share.x), wide(a.w, share.y)};
}

void ScreenSpaceFluid::set_field(const gl::Program& program, const Frame& frame, const DepthTarget& depths) const {
    bind_texture(program, "depth", 0, depths.depth());
    program.set("focal", frame.camera.focal());
    program.set("middle", 0.5f * glm::vec2(field_) + frame.camera.shift);
    program.set("span", span(frame));
}

void ScreenSpaceFluid::set_shape(const gl::Program& program, const Frame& frame, const DepthTarget& depths) const {
    set_field(program, frame, depths);
    bind_texture(program, "thickness", 2, thickness_.texture());
    program.set("to_thickness", scale_ / glm::vec2(thickness_.size()));
    program.set("cut", least * plan_.radius / plan_.unit);
    program.set("margin", static_cast<float>(margin_));
    program.set("canvas", glm::vec2(frame.camera.pixels));
}

void ScreenSpaceFluid::set_water(const gl::Program& program, const Frame& frame) const {
    set_field(program, frame, *smoothed_);
    bind_texture(program, "scene_depth", 4, scene_.depth());
    program.set("scene_terms", frame.camera.depth_terms());
    program.set("margin", static_cast<float>(margin_));
}

// --- passes ---

void ScreenSpaceFluid::draw_depths(const Frame& frame, ParticleVertexBuffers& stream, std::string& error) {
    const gl::Pass pass(frame.timers, "depths");
    raw_.begin();
    const bool round = frame.ellipsoids.centre.empty();
    const gl::Program* depths = choose(sprites_, round ? WaterSettings::spheres : WaterSettings::ellipsoids, error);
    if (!depths) return;
    const Ellipsoids& flat = frame.ellipsoids;
    if (!round)
        ellipsoids_.upload({flat.centre.data(), flat.axes[0].data(), flat.axes[1].data(), flat.axes[2].data()},
                           flat.centre.size());
    depths->use();
    depths->set("world_to_clip", to_field_clip(frame, 1, field_));
    set_camera_uniforms(*depths, frame.camera);
    depths->set("middle", 0.5f * glm::vec2(field_) + frame.camera.shift);
    depths->set("span", span(frame));
    depths->set("radius", (round ? sphere_reach : ellipsoid_reach) * plan_.radius);
    depths->set("eye", frame.camera.eye());
    depths->set("crowd", crowd * frame.particles.rest_density);
    set_tank_bounds(*depths, frame);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    if (round) stream.draw();
    else ellipsoids_.draw(flat.centre.size());
    glDisable(GL_DEPTH_TEST);
}

void ScreenSpaceFluid::draw_thickness(const Frame& frame, ParticleVertexBuffers& stream, ColourMap& map,
                                      glm::vec2 range) {
    const gl::Pass pass(frame.timers, "thickness");
    glBindFramebuffer(GL_FRAMEBUFFER, thickness_.framebuffer());
    glViewport(0, 0, thickness_.size().x, thickness_.size().y);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    splats_.use();
    set_particle_uniforms(splats_, frame, range, to_field_clip(frame, scale_, thickness_.size()));
    set_camera_uniforms(splats_, frame.camera);
    map.bind(splats_, frame);
    splats_.set("texels", scale_);
    splats_.set("crowd", crowd * frame.particles.rest_density);
    splats_.set("radius", splat_reach * plan_.radius);
    // All splats together hold the fluid's volume.
    constexpr float pi = 3.14159265f, share = 8 * 3 / (pi * splat_reach * splat_reach);
    splats_.set("through", share * plan_.radius / plan_.unit);
    set_tank_bounds(splats_, frame);
    // What a body hides takes no light away.
    splats_.set("hidden", !frame.particles.bodies.empty());
    bind_texture(splats_, "scene_depth", 4, scene_.depth());
    splats_.set("scene_terms", frame.camera.depth_terms());
    splats_.set("world_to_canvas", frame.camera.world_to_clip());
    gl::blend_add();
    stream.draw();
    glDisable(GL_BLEND);
}

// Every pass reads one depth and writes another; where there is no fluid it stays clear.
void ScreenSpaceFluid::smooth(const Frame& frame, std::string& error) {
    const gl::Pass pass(frame.timers, "smoothing");
    smoothed_ = &raw_;
    const gl::Program* filter = choose(filter_, first_filter + plan_.settings.filter, error);
    if (!filter) return;
    filter->use();
    filter->set("narrow", narrow * plan_.radius);
    filter->set("step_back", step_back * plan_.radius);
    filter->set("most_taps", max_taps);
    const float reach = 2 * plan_.settings.filter_radius * plan_.radius;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    const int iterations = plan_.settings.filter_iterations;
    if (plan_.settings.filter == WaterSettings::curvature_flow) {
        // The last steps are short: they clear away the pattern that long ones leave.
        const int steps = 4 * iterations;
        for (int i = 0; i < steps; ++i) {
            const float share = static_cast<float>(steps - i) / static_cast<float>(steps);
            smooth_once(frame, *filter, {0, 0}, 0.35f * reach * share);
        }
    } else {
        for (int i = 0; i < iterations; ++i) {
            const float share = 1 / static_cast<float>(1 + i);
            smooth_once(frame, *filter, {1, 0}, reach * share);
            smooth_once(frame, *filter, {0, 1}, reach * share);
        }
    }
    glDepthFunc(GL_LEQUAL);
    glDisable(GL_DEPTH_TEST);
}

void ScreenSpaceFluid::smooth_once(const Frame& frame, const gl::Program& filter, glm::ivec2 along, float reach) {
    const DepthTarget& to = smoothed_ == &one_ ? other_ : one_;
    to.begin();
    set_field(filter, frame, *smoothed_);
    filter.set("along", along);
    filter.set("reach", reach);
    draw_rect(filter, area_in_field(frame), quad_);
    smoothed_ = &to;
}

// What is behind, and over it the water.
void ScreenSpaceFluid::shade(const Frame& frame, std::string& error) {
    const gl::Pass pass(frame.timers, "water");
    const glm::ivec2 size = frame.camera.pixels;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, scene_.framebuffer());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, frame.target);
    glBlitFramebuffer(0, 0, size.x, size.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
    glViewport(0, 0, size.x, size.y);
    const gl::Program* shading = choose(shading_, first_shading + plan_.settings.shading, error);
    if (!smoothed_ || !shading) return;
    const Camera& camera = frame.camera;
    shading->use();
    set_camera_uniforms(*shading, camera);
    set_shape(*shading, frame, *smoothed_);
    bind_texture(*shading, "scene", 3, scene_.colour());
    bind_texture(*shading, "scene_depth", 4, scene_.depth());
    shading->set("scene_terms", camera.depth_terms());
    shading->set("key", to_light(camera));
    set_environment(*shading, frame);
    shading->set("unit", plan_.unit);
    shading->set("refraction", plan_.settings.refraction);
    shading->set("shade_reach", 8 * plan_.radius);
    draw_rect(*shading, plan_.area, quad_);
}

void ScreenSpaceFluid::show(const Frame& frame, GLuint shadow, std::string& error) {
    const gl::Pass pass(frame.timers, "view");
    glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
    glViewport(0, 0, frame.camera.pixels.x, frame.camera.pixels.y);
    const int view = plan_.settings.view;
    const gl::Program* shows = choose(view_, view_source, error);
    if (!shows || !smoothed_) return;
    shows->use();
    set_shape(*shows, frame, view == WaterSettings::depth ? raw_ : *smoothed_);
    bind_texture(*shows, "image", 3, view == WaterSettings::shadow ? shadow : scene_.colour());
    shows->set("view", view);
    view_range_ = view == WaterSettings::thickness ? glm::vec2(0, plan_.near_far.y - plan_.near_far.x)
                  : view == WaterSettings::normals ? glm::vec2(-1, 1)
                  : view > WaterSettings::normals  ? glm::vec2(0, 1)
                                                   : plan_.near_far;
    shows->set("shown", view == WaterSettings::thickness ? view_range_ / plan_.unit : view_range_);
    draw_rect(*shows, view > WaterSettings::normals ? glm::vec4(-1, -1, 1, 1) : plan_.area, quad_);
}

std::string_view ScreenSpaceFluid::capability_warning() const {
    if (!possible_) return "this machine cannot draw pictures of this size: the water is not shown";
    if (thickness_.is_float()) return {};
    return "this browser cannot draw into float textures: the water's thickness has 8 bits, and coarser colours";
}

}  // namespace slosh
