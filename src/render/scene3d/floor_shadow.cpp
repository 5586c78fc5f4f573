#include "render/scene3d/floor_shadow.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

namespace slosh {
namespace {

// Minimum y component of the light direction: limits the length of shadows.
constexpr float min_light_y = 0.5f;

uint8_t byte_of(float value) { return static_cast<uint8_t>(std::clamp(255 * value, 0.0f, 255.0f)); }

}  // namespace

FloorShadow::FloorShadow() {
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    gl::linear_and_clamped();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, texels, texels, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes_.data());
}

void FloorShadow::draw(const Frame& frame, glm::vec3 centre, float half, float blur_height, glm::vec3 light_dir) {
    const float light_y = std::max(light_dir.y, min_light_y);
    const Projection projection{.corner = centre - glm::vec3(half, 0, half),
                                .slope = glm::vec2(light_dir.x, light_dir.z) / light_y,
                                .texel = 2 * half / texels};
    add_fluid(frame, projection, blur_height);
    bodies_.fill(0);
    for (const Body& body : frame.particles.bodies) add_body(frame, body, projection);
    for (size_t i = 0; i < bodies_.size(); ++i) bytes_[3 * i + 2] = byte_of(bodies_[i]);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, texels, texels, GL_RGB, GL_UNSIGNED_BYTE, bytes_.data());
}

// Area of the particles projected to each texel, weighted by their height above the floor, then blurred.
void FloorShadow::add_fluid(const Frame& frame, const Projection& projection, float blur_height) {
    const ParticleView& p = frame.particles;
    fluid_.fill(0);
    const float scale = 1 / projection.texel;
    const float area = 4 * p.radius * p.radius * scale * scale;  // of a particle, in texels
    const float fade = 1 / blur_height;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const float up = std::max(p.y[i] - projection.corner.y, 0.0f);
        const float x = (p.x[i] - projection.slope.x * up - projection.corner.x) * scale;
        const float z = (p.z[i] - projection.slope.y * up - projection.corner.z) * scale;
        // Bilinear splat onto four texels: with the nearest texel alone rows of particles would be visible.
        const float left = std::floor(x - 0.5f), low = std::floor(z - 0.5f);
        if (!(left >= 0 && left < texels - 1 && low >= 0 && low < texels - 1)) continue;
        const float dark = area / (1 + up * up * fade * fade), right = x - 0.5f - left, high = z - 0.5f - low;
        float* at = &fluid_[static_cast<size_t>(low) * texels + static_cast<size_t>(left)];
        at[0] += dark * (1 - right) * (1 - high);
        at[1] += dark * right * (1 - high);
        at[texels] += dark * (1 - right) * high;
        at[texels + 1] += dark * right * high;
    }
    Map unblurred;
    for (int pass = 0; pass < 2; ++pass) {
        unblurred = fluid_;
        // Separable box blur of 5 texels: along x into another array, then along z and back.
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
        // Caustics: fluid thicker than its surroundings acts as a lens.
        bytes_[3 * i + 1] = byte_of(0.5f + 1.2f * (unblurred[i] - fluid_[i]) / (0.3f + fluid_[i]));
    }
}

// Sphere tracing from each texel towards the light: the smallest distance to the body gives the shadow. The penumbra
// widens with the height. Parts of a body outside the tank cast no shadow.
void FloorShadow::add_body(const Frame& frame, const Body& body, const Projection& projection) {
    const Walls& walls = frame.domain.walls;
    const bool unbounded = walls.open || walls.shape == Shape::circle;
    const glm::vec3 tank_half = unbounded ? glm::vec3(1e9f) : walls.half + 1.5f * frame.particles.radius;
    const glm::vec3 tank_centre = walls.centre + frame.container.offset;
    const glm::vec3 direction(projection.slope.x, 1, projection.slope.y), extent = body.extent();
    const float low = std::max(body.position.y - extent.y - projection.corner.y, 0.0f);
    const float high = std::min(body.position.y + extent.y, tank_centre.y + tank_half.y) - projection.corner.y;
    if (!(low < high)) return;
    const glm::vec3 at = body.position - projection.corner;
    // The range of texels that the shadow can cover along an axis.
    const auto first = [&](float centre, float extent_along, float slope) {
        const float end = centre - extent_along - std::max(slope * low, slope * high);
        return std::clamp(static_cast<int>(std::floor(end / projection.texel)) - 1, 0, texels);
    };
    const auto last = [&](float centre, float extent_along, float slope) {
        const float end = centre + extent_along - std::min(slope * low, slope * high);
        return std::clamp(static_cast<int>(std::ceil(end / projection.texel)) + 1, 0, texels);
    };
    constexpr float max_steps = 24;  // of a ray
    const float length = glm::length(direction), min_step = (high - low) / max_steps;
    for (int k = first(at.z, extent.z, direction.z); k < last(at.z, extent.z, direction.z); ++k)
        for (int i = first(at.x, extent.x, direction.x); i < last(at.x, extent.x, direction.x); ++i) {
            const glm::vec3 floor = projection.corner + projection.texel * glm::vec3(static_cast<float>(i) + 0.5f, 0,
                                                                                     static_cast<float>(k) + 0.5f);
            float hidden = 0;
            for (float up = low; up <= high && hidden < 1;) {
                const glm::vec3 point = floor + up * direction;
                glm::vec3 outwards;
                const float distance = body.distance(body.to_local(point), 3, outwards);
                if (glm::all(glm::lessThan(glm::abs(point - tank_centre), tank_half)))
                    hidden = std::max(hidden, 0.5f - distance / (1.5f * projection.texel + 0.25f * up));
                up += std::max(distance / length, min_step);
            }
            float& darkest = bodies_[static_cast<size_t>(k * texels + i)];
            darkest = std::max(darkest, std::min(hidden, 1.0f));
        }
}

}  // namespace slosh
