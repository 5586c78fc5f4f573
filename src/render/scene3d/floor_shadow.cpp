#include "render/scene3d/floor_shadow.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

namespace slosh {
namespace {

// The lamp stands at least this high, so that no shadow is endless.
constexpr float min_height = 0.5f;

uint8_t byte_of(float share) { return static_cast<uint8_t>(std::clamp(255 * share, 0.0f, 255.0f)); }

}  // namespace

FloorShadow::FloorShadow() {
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    gl::smooth_and_clamped();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, texels, texels, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes_.data());
}

void FloorShadow::draw(const Frame& frame, glm::vec3 middle, float reach, float rise, glm::vec3 to_light) {
    const float height = std::max(to_light.y, min_height);
    const Place place{middle - glm::vec3(reach, 0, reach), glm::vec2(to_light.x, to_light.z) / height,
                      2 * reach / texels};
    add_fluid(frame, place, rise);
    bodies_.fill(0);
    for (const Body& body : frame.particles.bodies) add_body(frame, body, place);
    for (size_t i = 0; i < bodies_.size(); ++i) bytes_[3 * i + 2] = byte_of(bodies_[i]);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, texels, texels, GL_RGB, GL_UNSIGNED_BYTE, bytes_.data());
}

// How much of the fluid is before each texel, the closer the darker, blurred.
void FloorShadow::add_fluid(const Frame& frame, const Place& place, float rise) {
    const ParticleView& p = frame.particles;
    fluid_.fill(0);
    const float scale = 1 / place.texel, share = 4 * p.radius * p.radius * scale * scale, fade = 1 / rise;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const float up = std::max(p.y[i] - place.corner.y, 0.0f);
        const float x = (p.x[i] - place.lean.x * up - place.corner.x) * scale;
        const float z = (p.z[i] - place.lean.y * up - place.corner.z) * scale;
        // Shared out among four texels: rows of particles would show in single ones.
        const float left = std::floor(x - 0.5f), low = std::floor(z - 0.5f);
        if (!(left >= 0 && left < texels - 1 && low >= 0 && low < texels - 1)) continue;
        const float dark = share / (1 + up * up * fade * fade), right = x - 0.5f - left, high = z - 0.5f - low;
        float* at = &fluid_[static_cast<size_t>(low) * texels + static_cast<size_t>(left)];
        at[0] += dark * (1 - right) * (1 - high), at[1] += dark * right * (1 - high);
        at[texels] += dark * (1 - right) * high, at[texels + 1] += dark * right * high;
    }
    Map fine;
    for (int pass = 0; pass < 2; ++pass) {
        fine = fluid_;
        // Along one axis into the other array, and back along the other.
        const auto blur = [](const Map& from, Map& to, int step, int line) {
            for (int k = 0; k < texels; ++k)
                for (int i = 0; i < texels; ++i) {
                    float sum = 0;
                    for (int d = -2; d <= 2; ++d)
                        sum += from[static_cast<size_t>(k * line + std::clamp(i + d, 0, texels - 1) * step)];
                    to[static_cast<size_t>(k * line + i * step)] = 0.2f * sum;
                }
        };
        blur(fluid_, blurred_, 1, texels);
        blur(blurred_, fluid_, texels, 1);
    }
    for (size_t i = 0; i < fluid_.size(); ++i) {
        bytes_[3 * i] = byte_of(fluid_[i] / (1 + fluid_[i]));
        // More water than around it is a lens.
        bytes_[3 * i + 1] = byte_of(0.5f + 1.2f * (fine[i] - fluid_[i]) / (0.3f + fluid_[i]));
    }
}

// From each texel that it may shade towards the light: how near the way comes to the body, the further up the softer.
// What reaches out of the tank is not there.
void FloorShadow::add_body(const Frame& frame, const Body& body, const Place& place) {
    const Walls& walls = frame.domain.walls;
    const bool whole = walls.open || walls.shape == Shape::circle;
    const glm::vec3 room = whole ? glm::vec3(1e9f) : walls.half + 1.5f * frame.particles.radius;
    const glm::vec3 room_middle = walls.centre + frame.container.offset;
    const glm::vec3 lean(place.lean.x, 1, place.lean.y), extent = body.extent();
    const float low = std::max(body.position.y - extent.y - place.corner.y, 0.0f);
    const float high = std::min(body.position.y + extent.y, room_middle.y + room.y) - place.corner.y;
    if (!(low < high)) return;
    const glm::vec3 at = body.position - place.corner;
    const auto first = [&](float from, float wide, float slope) {
        const float reach = from - wide - std::max(slope * low, slope * high);
        return std::clamp(static_cast<int>(std::floor(reach / place.texel)) - 1, 0, texels);
    };
    const auto last = [&](float from, float wide, float slope) {
        const float reach = from + wide - std::min(slope * low, slope * high);
        return std::clamp(static_cast<int>(std::ceil(reach / place.texel)) + 1, 0, texels);
    };
    const float length = glm::length(lean), min_step = (high - low) / 24;
    for (int k = first(at.z, extent.z, lean.z); k < last(at.z, extent.z, lean.z); ++k)
        for (int i = first(at.x, extent.x, lean.x); i < last(at.x, extent.x, lean.x); ++i) {
            const glm::vec3 floor =
                place.corner + place.texel * glm::vec3(static_cast<float>(i) + 0.5f, 0, static_cast<float>(k) + 0.5f);
            float hidden = 0;
            for (float up = low; up <= high && hidden < 1;) {
                const glm::vec3 way = floor + up * lean;
                glm::vec3 outwards;
                const float away = body.distance(body.to_own(way), 3, outwards);
                if (glm::all(glm::lessThan(glm::abs(way - room_middle), room)))
                    hidden = std::max(hidden, 0.5f - away / (1.5f * place.texel + 0.25f * up));
                up += std::max(away / length, min_step);
            }
            float& kept = bodies_[static_cast<size_t>(k * texels + i)];
            kept = std::max(kept, std::min(hidden, 1.0f));
        }
}

}  // namespace slosh
