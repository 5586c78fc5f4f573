#include "render/common/frame_uniforms.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "base/bounds.h"
#include "render/common/colour_map.h"

namespace slosh {
namespace {

struct SampleStats {
    float mean = 0;
    float deviation = 0;  // standard deviation
    float mean_abs = 0;   // mean of the absolute values
};

// Statistics of about 2048 particles at a regular stride: enough for a colour scale. Non-finite values are skipped.
template <class Value>
SampleStats sample(int count, Value value_at) {
    const int stride = std::max(1, count / 2048);
    double sum = 0, sum_squares = 0, sum_abs = 0, samples = 0;
    for (int i = 0; i < count; i += stride) {
        const double value = static_cast<double>(value_at(static_cast<size_t>(i)));
        if (!std::isfinite(value)) continue;
        sum += value;
        sum_squares += value * value;
        sum_abs += std::abs(value);
        samples += 1;
    }
    if (samples == 0) return {};
    const double mean = sum / samples;
    return {.mean = static_cast<float>(mean),
            .deviation = static_cast<float>(std::sqrt(std::max(0.0, sum_squares / samples - mean * mean))),
            .mean_abs = static_cast<float>(sum_abs / samples)};
}

glm::vec2 target_range(const Frame& frame) {
    const ParticleView& p = frame.particles;
    constexpr float width = 2.5f;  // standard deviations on each side
    if (frame.settings.colour_by == RenderSettings::ColourBy::speed) {
        const bool is_3d = p.dimensions == 3;
        const SampleStats s = sample(p.count, [&](size_t i) {
            return std::sqrt(p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + (is_3d ? p.vz[i] * p.vz[i] : 0.0f));
        });
        const Walls& walls = frame.domain.walls;
        const float height = walls.open ? frame.camera.height / 2 : walls.half.y;
        // The upper end is at least a fraction of the free-fall speed over the container height, so that fluid at rest
        // has one colour.
        const float fall = std::sqrt(2 * glm::length(frame.domain.gravity) * height);
        return {0, std::max({s.mean + width * s.deviation, 0.2f * fall, 1e-6f})};
    }
    const RenderSettings::ColourBy by = frame.settings.colour_by;
    const bool density = by == RenderSettings::ColourBy::density;
    const std::span<const float> values = frame.colour_values();
    if (by == RenderSettings::ColourBy::body) return {0, std::max(static_cast<float>(p.bodies.size()), 1.0f)};
    if (values.empty()) return {0, 1};
    const SampleStats s = sample(p.count, [&](size_t i) { return values[i]; });
    // At least so much on each side: noise of a nearly constant quantity is not amplified to the full range.
    const float min_half = density ? 0.1f * p.rest_density : 1e-3f * std::abs(s.mean);
    float half = std::max({width * s.deviation, min_half, 1e-12f});
    // A few drops have many times the vorticity of the rest: their colours may saturate.
    if (by == RenderSettings::ColourBy::vorticity) half = std::max(3 * s.mean_abs, 1e-12f);
    if (map_of(frame.settings, p.dimensions) == diverging_map) {
        // The middle colour is 0, or the rest density.
        if (by == RenderSettings::ColourBy::vorticity) return {-half, half};
        if (density || by == RenderSettings::ColourBy::pressure) {
            const float middle = density ? p.rest_density : 0;
            half = std::max(half, std::abs(s.mean - middle) + width * s.deviation);
            return {middle - half, middle + half};
        }
    }
    // Magnitudes start at 0; counts are not negative.
    if ((by == RenderSettings::ColourBy::vorticity && p.dimensions == 3) || by == RenderSettings::ColourBy::substep)
        return {0, s.mean + half};
    if (density || by == RenderSettings::ColourBy::neighbours) return {std::max(s.mean - half, 0.0f), s.mean + half};
    return {s.mean - half, s.mean + half};
}

// The rectangle of clip space with these world corners, enlarged by `margin` device pixels.
glm::vec4 clip_rect(const Camera& camera, glm::vec2 low, glm::vec2 high, float margin) {
    const glm::vec2 scale = 2 * camera.pixels_per_unit() / glm::vec2(camera.pixels), centre(camera.centre);
    const glm::vec2 clip_margin = 2 * margin / glm::vec2(camera.pixels);
    const glm::vec2 a = (low - centre) * scale - clip_margin, b = (high - centre) * scale + clip_margin;
    return {a.x, a.y, b.x, b.y};
}

}  // namespace

glm::vec2 ColourRange::update(const Frame& frame) {
    if (frame.settings.colour_by == RenderSettings::ColourBy::kind) return {0, 1};
    const glm::vec2 target = target_range(frame);
    const int map = map_of(frame.settings, frame.particles.dimensions);
    const bool is_new = colour_by_ != frame.settings.colour_by || map_ != map;
    colour_by_ = frame.settings.colour_by;
    map_ = map;
    // Fraction of the difference per frame: fast when the range widens, slow when it narrows.
    constexpr float widen = 0.15f, narrow = 0.03f;
    if (is_new) range_ = target;
    range_.x += (target.x < range_.x ? widen : narrow) * (target.x - range_.x);
    range_.y += (target.y > range_.y ? widen : narrow) * (target.y - range_.y);
    return range_;
}

void set_camera_uniforms(const gl::Program& program, const Camera& camera) {
    program.set("right", camera.axes[0]);
    program.set("up", camera.axes[1]);
    program.set("back", camera.axes[2]);
    program.set("eye", camera.eye());
    program.set("focal", camera.focal());
}

glm::vec3 view_up(const Camera& camera) { return {camera.axes[0].y, camera.axes[1].y, camera.axes[2].y}; }

glm::vec3 view_light_dir(const Camera& camera) {
    return glm::normalize(0.8f * view_up(camera) + glm::vec3(-0.5f, 0.25f, 0.55f));
}

glm::vec3 world_light_dir(const Camera& camera) { return camera.axes * view_light_dir(camera); }

float scene_extent(const Frame& frame) {
    const Walls& walls = frame.domain.walls;
    return walls.open ? frame.camera.height : walls.shape == Shape::circle ? walls.half.x : glm::length(walls.half);
}

void set_depth_fade(const gl::Program& program, const Frame& frame) {
    const float distance = frame.camera.distance, extent = scene_extent(frame);
    program.set("fade_range", glm::vec2(distance - 0.7f * extent, distance + extent));
}

void ColourMap::bind(const gl::Program& program, const Frame& frame) {
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    const int map = map_of(frame.settings, frame.particles.dimensions);
    if (map != map_) {
        uint8_t rgba[map_colours][4];
        for (int i = 0; i < map_colours; ++i) {
            const Colour c = colour_maps[map][i];
            rgba[i][0] = c.r;
            rgba[i][1] = c.g;
            rgba[i][2] = c.b;
            rgba[i][3] = 255;
        }
        gl::linear_and_clamped();
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, map_colours, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
        map_ = map;
    }
    glActiveTexture(GL_TEXTURE0);
    program.set("colour_map", 1);
}

void set_particle_uniforms(const gl::Program& program, const Frame& frame, glm::vec2 range, glm::mat4 world_to_clip) {
    program.set("world_to_clip", world_to_clip);
    program.set("colour_by", static_cast<int>(frame.settings.colour_by));
    program.set("colour_range", range);
}

void set_kind_colours(const gl::Program& program, const Frame& frame) {
    std::array<glm::vec3, std::size(kind_colours)> colours;
    std::transform(frame.kinds.colours.begin(), frame.kinds.colours.end(), colours.begin(), to_vec3);
    program.set("kind_colours", colours);
}

GlassColours glass_colours(const Frame& frame) {
    if (frame.container_colour.empty()) return {{0.42f, 0.47f, 0.62f}, {0.74f, 0.79f, 0.92f}};
    const glm::vec3 colour = to_vec3(frame.container_colour.colours[0]);
    return {colour, colour};
}

void set_wall_uniforms(const gl::Program& program, const Frame& frame) {
    const Walls& walls = frame.domain.walls;
    const glm::vec3 centre = walls.centre + frame.container.offset;
    const bool round = walls.shape == Shape::circle;
    program.set("wall", glm::vec4(centre.x, centre.y, walls.half.x, round ? walls.half.x : walls.half.y));
    program.set("wall_inset", frame.particles.radius);
    program.set("wall_round", round);
}

bool has_round_tank(const Frame& frame) {
    return !frame.domain.walls.open && frame.domain.walls.shape == Shape::circle;
}

void set_tank_bounds(const gl::Program& program, const Frame& frame) {
    const Walls& walls = frame.domain.walls;
    const GlassBox glass = frame.glass();
    program.set("tank_centre", walls.centre + frame.container.offset);
    program.set("tank_half", 0.5f * (glass.hi - glass.lo));
    program.set("tank_radius", has_round_tank(frame) ? walls.half.x + frame.particles.radius : 0);
}

void set_canvas_to_world(const gl::Program& program, const Frame& frame) {
    const glm::vec3 corner = frame.camera.to_world({0, frame.camera.pixels.y});
    program.set("to_world", glm::vec3(corner.x, corner.y, 1 / frame.camera.pixels_per_unit()));
}

glm::vec4 container_rect(const Frame& frame, float margin) {
    const Walls& walls = frame.domain.walls;
    const glm::vec2 half(walls.half.x, walls.shape == Shape::circle ? walls.half.x : walls.half.y);
    const glm::vec2 centre = walls.centre + frame.container.offset, grown = half + frame.particles.radius;
    return clip_rect(frame.camera, centre - grown, centre + grown, margin);
}

glm::vec4 particle_rect(const Frame& frame, float margin) {
    const ParticleView& p = frame.particles;
    if (p.count == 0) return {0, 0, 0, 0};
    const auto count = static_cast<size_t>(p.count);
    glm::vec2 lo, hi;
    find_bounds(p.x.first(count), lo.x, hi.x);
    find_bounds(p.y.first(count), lo.y, hi.y);
    return clip_rect(frame.camera, lo, hi, margin);
}

glm::vec4 intersection(glm::vec4 a, glm::vec4 b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::min(a.z, b.z), std::min(a.w, b.w)};
}

void draw_rect(const gl::Program& program, glm::vec4 rect, const gl::VertexArray& empty) {
    const glm::vec4 a = intersection(rect, {-1, -1, 1, 1});
    if (!(a.x < a.z && a.y < a.w)) return;
    program.set("bounds", a);
    glBindVertexArray(empty.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
}

}  // namespace slosh
