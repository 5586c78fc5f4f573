#include "render/scene3d/screen_space_fluid.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <iterator>

#include "base/bounds.h"
#include "base/math.h"
#include "render/common/materials.h"
#include "shaders.h"

namespace slosh {
namespace {

// Radii of the sprites, in particle radii: overlapping spheres leave no holes.
constexpr float sphere_radius = 1.7f, ellipsoid_radius = 2.2f, splat_radius = 3.4f;
// Path length through the middle of a splat, in particle radii. The integral of all splats is the volume of the fluid:
// a particle has the volume (2 r)^3, and a splat of radius R and height 1 the integral pi R^2 / 3.
constexpr float splat_path = 8 * 3 / (pi * splat_radius * splat_radius);
// At the outline of a lone sphere: (1 - (d/R)^2)^2 of that.
constexpr float share_at_outline = 1 - (sphere_radius * sphere_radius) / (splat_radius * splat_radius);
constexpr float lone_path = splat_path * share_at_outline * share_at_outline;
// Of the kernel at the glass, in particle radii. Particles leave larger gaps beside a curved wall.
constexpr float contact_radius_box = 4, contact_radius_round = 5.5f;
constexpr float background_step = 1;            // of the narrow-range filter, in particle radii
constexpr float widest_gap = 2.8f;              // between the middle of a hole and a sheet around it, in particle radii
constexpr float max_taps = 16;                  // of a filter, on each side
constexpr glm::vec2 density_range(0.1f, 0.4f);  // in rest densities: an isolated particle, and one in the fluid
constexpr float splat_texels = 2.4f;            // per splat radius, unless the canvas is coarser
constexpr int max_margin = 64;                  // texels on each side
constexpr int max_texels = 8192;                // along a side of a target: what GPUs support

struct Source {
    const char* name;
    gl::Source vertex, fragment;
};
// In the order of Variant.
constexpr Source sources[] = {
    {"spheres", shaders::surface::sphere_depth_vert, shaders::surface::sphere_depth_frag},
    {"ellipsoids", shaders::surface::ellipsoid_depth_vert, shaders::surface::ellipsoid_depth_frag},
    {"narrow-range", shaders::common::fullscreen_rect_vert, shaders::surface::narrow_range_frag},
    {"bilateral", shaders::common::fullscreen_rect_vert, shaders::surface::bilateral_frag},
    {"curvature flow", shaders::common::fullscreen_rect_vert, shaders::surface::curvature_flow_frag},
    {"water", shaders::common::fullscreen_rect_vert, shaders::surface::water_frag},
    {"phong", shaders::common::fullscreen_rect_vert, shaders::surface::phong_frag},
    {"intermediate image", shaders::common::fullscreen_rect_vert, shaders::surface::debug_view_frag},
};

// The length that the clarity refers to, m. Of a box half its diagonal, but of a long one the edge of the cube of equal
// volume: water is seen across it. About sqrt(3) makes a sphere equal to the cube around it.
float tank_size(const Frame& frame) {
    const Walls& walls = frame.domain.walls;
    const float extent = scene_extent(frame);
    if (walls.open) return extent;
    if (walls.shape == Shape::circle) return 1.7f * extent;
    return std::min(extent, 2 * std::cbrt(walls.half.x * walls.half.y * walls.half.z));
}

}  // namespace

ScreenSpaceFluid::ScreenSpaceFluid(std::string& error)
    : thickness_program_("surface thickness", shaders::surface::thickness_vert, shaders::common::splat_frag, error),
      glass_contact_("glass contact", shaders::surface::glass_contact_vert, shaders::surface::glass_contact_frag,
                     error),
      wet_glass_("wet glass", shaders::common::fullscreen_rect_vert, shaders::surface::wet_glass_frag, error) {
    static_assert(std::size(sources) == debug_view + 1);
}

const gl::Program* ScreenSpaceFluid::choose(Chosen& chosen, int variant, std::string& error) {
    if (chosen.variant != variant) {
        const Source& source = sources[variant];
        chosen.variant = variant;
        std::string failure;
        chosen.program = std::make_unique<gl::Program>(source.name, source.vertex, source.fragment, failure);
        if (!failure.empty()) chosen.program.reset();
        error += failure;
    }
    return chosen.program.get();
}

void ScreenSpaceFluid::begin(const Frame& frame) {
    is_supported_ = scene_.resize(frame.camera.pixels);
    scene_.bind_and_clear();
    gl::check("scene target");
}

void ScreenSpaceFluid::draw(const Frame& frame, const Scene3d& scene, std::string& error) {
    plan_.settings = frame.water.resolved();
    int& iterations = plan_.settings.filter_iterations;
    if (iterations > 0)
        iterations =
            std::max(static_cast<int>(std::lround(frame.quality.smoothing * static_cast<float>(iterations))), 1);
    smoothed_ = nullptr;
    if (is_supported_ && prepare(frame)) {
        scene.particles.upload(frame);
        draw_glass_contact(frame, scene.particles);
        draw_thickness(frame, scene);
        draw_depths(frame, scene.particles, error);
        smooth(frame, error);
    }
    const WaterSettings::View view = plan_.settings.view;
    if (view == WaterSettings::View::final_image) shade(frame, error);
    else show_view(frame, scene.floor_shadow, error);
    glEnable(GL_BLEND);
    if (smoothed_ && (view == WaterSettings::View::final_image || view == WaterSettings::View::foam))
        scene.foam.draw_on_water(
            frame, [&](const gl::Program& program) { set_foam_uniforms(program, frame); }, error);
}

bool ScreenSpaceFluid::prepare(const Frame& frame) {
    const ParticleView& p = frame.particles;
    const Camera& camera = frame.camera;
    const auto count = static_cast<size_t>(p.count);
    if (count == 0) return false;
    glm::vec3 lo, hi;
    find_bounds(p.x.first(count), lo.x, hi.x);
    find_bounds(p.y.first(count), lo.y, hi.y);
    find_bounds(p.z.first(count), lo.z, hi.z);
    plan_.radius = p.radius;
    plan_.unit = plan_.settings.clarity * material_of(frame.settings).clarity * tank_size(frame);
    glm::vec2 low(1e9f), high(-1e9f), near_far(1e30f, 0);
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 at(corner & 1 ? hi.x : lo.x, corner & 2 ? hi.y : lo.y, corner & 4 ? hi.z : lo.z);
        const float distance = -camera.to_view(at).z;
        near_far = {std::min(near_far.x, distance), std::max(near_far.y, distance)};
        const glm::vec2 pixel = camera.to_pixel(at);
        low = glm::min(low, pixel);
        high = glm::max(high, pixel);
    }
    const glm::vec2 size(glm::max(camera.pixels, glm::ivec2(1)));
    const float nearest = std::max(near_far.x, camera.near_distance());
    if (near_far.y < camera.near_distance()) return false;
    plan_.near_far = {nearest, std::max(near_far.y, nearest * 1.001f)};
    const float splat_pixels = camera.focal() * splat_radius * plan_.radius / nearest;
    const glm::vec4 whole_canvas(-1, -1, 1, 1);
    const float border = splat_pixels + 2;
    plan_.bounds =
        near_far.x < 2 * camera.near_distance()
            ? whole_canvas
            : intersection(whole_canvas, {2 * (low.x - border) / size.x - 1, 1 - 2 * (high.y + border) / size.y,
                                          2 * (high.x + border) / size.x - 1, 1 - 2 * (low.y - border) / size.y});
    const int available = (max_texels - std::max(camera.pixels.x, camera.pixels.y)) / 2;
    margin_ =
        static_cast<int>(std::ceil(std::min(splat_pixels, static_cast<float>(glm::clamp(available, 0, max_margin)))));
    padded_ = camera.pixels + 2 * margin_;
    const float centre_splat_pixels = camera.focal() * splat_radius * plan_.radius / camera.distance;
    scale_ = glm::clamp(splat_texels / std::max(centre_splat_pixels, 1e-3f), 1.0f / 16, 0.5f);
    const auto texels_at = [&](float scale) {
        return glm::max(glm::ivec2(glm::ceil(glm::vec2(padded_) * scale)), glm::ivec2(1));
    };
    is_supported_ = raw_depth_.resize(padded_) && ping_.resize(padded_) && pong_.resize(padded_) &&
                    thickness_.resize(texels_at(scale_)) && contact_.resize(texels_at(scale_));
    return is_supported_;
}

// The fraction of fluid around each point of the glass.
void ScreenSpaceFluid::draw_glass_contact(const Frame& frame, ParticleVertexBuffers& particles) {
    const gl::Pass pass(frame.timers, "glass");
    contact_.bind_and_clear();
    glass_contact_.use();
    glass_contact_.set("world_to_clip", to_padded_clip(frame, scale_, contact_.size()));
    set_camera_uniforms(glass_contact_, frame.camera);
    set_tank_bounds(glass_contact_, frame);
    glass_contact_.set("principal_point", principal_point(frame));
    glass_contact_.set("texels", scale_);
    const float contact_radius = has_round_tank(frame) ? contact_radius_round : contact_radius_box;
    glass_contact_.set("radius", contact_radius * plan_.radius);
    // A particle has the volume (2 r)^3; the integral of (1 - d^2)^2 over the unit ball is 32 pi / 105.
    const float cube = contact_radius * contact_radius * contact_radius;
    glass_contact_.set("amount", 8 / (32 * pi / 105 * cube));
    gl::blend_add();
    particles.draw();
    glDisable(GL_BLEND);
}

void ScreenSpaceFluid::draw_depths(const Frame& frame, ParticleVertexBuffers& particles, std::string& error) {
    const gl::Pass pass(frame.timers, "depth");
    raw_depth_.bind_and_clear();
    const bool use_spheres = frame.ellipsoids.centre.empty();
    const gl::Program* depths = choose(sprites_, use_spheres ? spheres : ellipsoids, error);
    if (!depths) return;
    const Ellipsoids& shapes = frame.ellipsoids;
    if (!use_spheres)
        ellipsoids_.upload({shapes.centre.data(), shapes.axes[0].data(), shapes.axes[1].data(), shapes.axes[2].data()},
                           shapes.centre.size());
    depths->use();
    depths->set("world_to_clip", to_padded_clip(frame, 1, padded_));
    set_camera_uniforms(*depths, frame.camera);
    depths->set("principal_point", principal_point(frame));
    depths->set("depth_range", depth_range(frame));
    depths->set("radius", (use_spheres ? sphere_radius : ellipsoid_radius) * plan_.radius);
    depths->set("density_range", density_range * frame.particles.rest_density);
    set_tank_bounds(*depths, frame);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    const Camera& camera = frame.camera;
    const bool some = surface_.find(frame.particles, frame.domain.walls, frame.container.offset, camera.eye(),
                                    2 * camera.near_distance());
    if (use_spheres) {
        if (some) particles.set_draw_order(surface_.slots());
        particles.draw();
    } else if (some) {
        ellipsoids_.draw_some(surface_.slots());
    } else {
        ellipsoids_.draw(shapes.centre.size());
    }
    wet_glass_.use();
    set_wet_glass_uniforms(wet_glass_, frame);
    wet_glass_.set("depth_range", depth_range(frame));
    draw_rect(wet_glass_, bounds_in_padded(frame), quad_);
    glDisable(GL_DEPTH_TEST);
}

void ScreenSpaceFluid::draw_thickness(const Frame& frame, const Scene3d& scene) {
    const gl::Pass pass(frame.timers, "thickness");
    thickness_.bind_and_clear();
    thickness_program_.use();
    set_particle_uniforms(thickness_program_, frame, scene.colour_range,
                          to_padded_clip(frame, scale_, thickness_.size()));
    set_camera_uniforms(thickness_program_, frame.camera);
    scene.colour_map.bind(thickness_program_, frame);
    thickness_program_.set("texels", scale_);
    thickness_program_.set("density_range", density_range * frame.particles.rest_density);
    thickness_program_.set("transmissions", transmissions_of(frame.kinds, frame.settings));
    thickness_program_.set("radius", splat_radius * plan_.radius);
    thickness_program_.set("path_length", splat_path * plan_.radius / plan_.unit);
    set_tank_bounds(thickness_program_, frame);
    // Particles behind a body do not absorb light in front of it.
    thickness_program_.set("has_bodies", !frame.particles.bodies.empty());
    bind_texture(thickness_program_, "scene_depth", 4, scene_.depth());
    thickness_program_.set("scene_depth_terms", frame.camera.depth_terms());
    thickness_program_.set("world_to_canvas", frame.camera.world_to_clip());
    gl::blend_add();
    scene.particles.draw();
    glDisable(GL_BLEND);
}

// Each filter pass reads one depth target and writes another (ping-pong). Texels without fluid stay clear.
void ScreenSpaceFluid::smooth(const Frame& frame, std::string& error) {
    const gl::Pass pass(frame.timers, "smoothing");
    smoothed_ = &raw_depth_;
    const WaterSettings::Filter chosen = plan_.settings.filter;
    const gl::Program* filter = choose(filter_, narrow_range + static_cast<int>(chosen), error);
    if (!filter) return;
    filter->use();
    filter->set("depth_deviation", depth_deviation * plan_.radius);
    filter->set("background_step", background_step * plan_.radius);
    filter->set("max_taps", max_taps);
    const float filter_radius = 2 * plan_.settings.filter_radius * plan_.radius;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    const int iterations = plan_.settings.filter_iterations;
    if (chosen == WaterSettings::Filter::narrow_range) {
        filter->set("expected_depth", 0.5f * (plan_.near_far.x + plan_.near_far.y));
        filter->set("widest_gap", widest_gap * plan_.radius);
        set_bridge_uniforms(*filter, frame);
        for (int i = 0; i < iterations; ++i)
            narrow_range_iteration(frame, *filter, filter_radius / static_cast<float>(1 + i), i == 0);
        // A single iteration ends with its coarse levels: without fine ones after them their grid would be seen.
        if (iterations == 1) narrow_range_iteration(frame, *filter, 0.25f * filter_radius, false);
    } else if (chosen == WaterSettings::Filter::curvature_flow) {
        // The steps shrink: short ones remove the grid pattern that wide stencils leave.
        const int steps = 4 * iterations;
        for (int i = 0; i < steps; ++i) {
            const float factor = static_cast<float>(steps - i) / static_cast<float>(steps);
            filter->set("filter_radius", 0.35f * filter_radius * factor);
            filter_once(frame, *filter);
        }
    } else {
        for (int i = 0; i < iterations; ++i) {
            filter->set("filter_radius", filter_radius / static_cast<float>(1 + i));
            for (const glm::ivec2 direction : {glm::ivec2(1, 0), glm::ivec2(0, 1)}) {
                filter->set("direction", direction);
                filter_once(frame, *filter);
            }
        }
    }
    glDepthFunc(GL_LEQUAL);
    glDisable(GL_DEPTH_TEST);
}

void ScreenSpaceFluid::set_bridge_uniforms(const gl::Program& program, const Frame& frame) const {
    set_camera_uniforms(program, frame.camera);
    set_tank_bounds(program, frame);
    set_thickness_uniforms(program);
    program.set("sphere_radius", sphere_radius * plan_.radius);
    program.set("lone_path", lone_path * plan_.radius / plan_.unit);
}

// Levels whose samples lie 1, 2, 4, ... texels apart. Together they reach about the filter radius. Fine levels come
// first where the depths are still those of spheres, so that coarse samples do not alias; they come last where the
// result is shown, so that no level leaves its grid behind.
void ScreenSpaceFluid::narrow_range_iteration(const Frame& frame, const gl::Program& filter, float filter_radius,
                                              bool fine_first) {
    // The distance of the outermost samples is the sum of all levels, about twice that of the coarsest.
    const float coarsest = 0.5f * filter_radius, texel = plan_.near_far.x / frame.camera.focal();
    const int finer = std::max(static_cast<int>(std::ceil(std::log2(coarsest / texel))), 0);
    filter.set("widest_spacing", coarsest);
    for (int k = 0; k <= finer; ++k) {
        const int stride = 1 << (fine_first ? k : finer - k);
        filter.set("stride", stride);
        filter.set("smooth_outline", static_cast<float>(stride) * texel < 0.8f * plan_.radius);
        filter_once(frame, filter);
    }
}

void ScreenSpaceFluid::filter_once(const Frame& frame, const gl::Program& filter) {
    const DepthTarget& to = smoothed_ == &ping_ ? pong_ : ping_;
    to.bind_and_clear();
    set_depth_uniforms(filter, frame, *smoothed_);
    draw_rect(filter, bounds_in_padded(frame), quad_);
    smoothed_ = &to;
}

std::unique_ptr<Style3d> make_screen_space_fluid(std::string& error) {
    return std::make_unique<ScreenSpaceFluid>(error);
}

}  // namespace slosh
