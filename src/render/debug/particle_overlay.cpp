#include "render/debug/particle_overlay.h"

#include <algorithm>
#include <cmath>

#include "render/gl/timers.h"

namespace slosh {
namespace {

glm::vec3 position_of(const ParticleView& p, size_t i) { return {p.x[i], p.y[i], p.dimensions == 3 ? p.z[i] : 0.0f}; }

}  // namespace

float support_of(const ParticleView& p, int slot) {
    if (!p.smoothing.empty()) return p.smoothing[static_cast<size_t>(slot)];
    return p.support > 0 ? p.support : 4 * p.radius;
}

std::vector<int> neighbours_of(const ParticleView& p, int slot) {
    std::vector<int> found;
    const glm::vec3 centre = position_of(p, static_cast<size_t>(slot));
    const float support = support_of(p, slot);
    for (int i = 0; i < p.count; ++i) {
        const glm::vec3 offset = position_of(p, static_cast<size_t>(i)) - centre;
        if (i != slot && glm::dot(offset, offset) < support * support) found.push_back(i);
    }
    return found;
}

void ParticleOverlay::draw(const Frame& frame) {
    const gl::Pass pass(frame.timers, "particle overlay");
    lines_.begin(frame.camera);
    if (frame.settings.show_velocity) {
        add_velocities(frame);
        lines_.draw(frame.camera.is_3d());
        lines_.begin(frame.camera);
    }
    if (frame.settings.show_kernel && frame.picked >= 0) add_kernel(frame);
    lines_.draw();
}

// A ring around each neighbour, a bold one around the particle itself, and the kernel support; in 3D also as three
// great circles.
void ParticleOverlay::add_kernel(const Frame& frame) {
    const ParticleView& p = frame.particles;
    const Camera& camera = frame.camera;
    const glm::vec3 right = camera.is_3d() ? camera.axes[0] : glm::vec3(1, 0, 0);
    const glm::vec3 up = camera.is_3d() ? camera.axes[1] : glm::vec3(0, 1, 0);
    const float radius = p.radius * frame.settings.point_size, support = support_of(p, frame.picked);
    const auto ring = [&](size_t slot, float size, float width, glm::vec4 colour) {
        lines_.add_ring(position_of(p, slot), right * size, up * size, width * frame.dpr, colour);
    };
    for (int i : neighbours_of(p, frame.picked))
        ring(static_cast<size_t>(i), radius, 1.4f, premultiplied(1, 0.80f, 0.36f, 0.8f));
    const auto middle = static_cast<size_t>(frame.picked);
    ring(middle, radius, 2.6f, premultiplied(1, 0.42f, 0.30f, 1));
    ring(middle, support, 1.8f, premultiplied(1, 0.55f, 0.36f, 0.9f));
    if (!camera.is_3d()) return;
    for (int axis = 0; axis < 3; ++axis) {
        glm::vec3 u(0), v(0);
        u[(axis + 1) % 3] = v[(axis + 2) % 3] = support;
        lines_.add_ring(position_of(p, middle), u, v, 1.1f * frame.dpr, premultiplied(1, 0.62f, 0.42f, 0.45f));
    }
}

// The mean speed is shown as a line of one particle spacing. At most 8000 lines.
void ParticleOverlay::add_velocities(const Frame& frame) {
    const ParticleView& p = frame.particles;
    constexpr int max_lines = 8000;
    const int stride = std::max((p.count + max_lines - 1) / max_lines, 1);
    const auto velocity = [&](size_t i) { return glm::vec3(p.vx[i], p.vy[i], p.dimensions == 3 ? p.vz[i] : 0.0f); };
    float total = 0;
    for (int k = 0; k < p.count; k += stride) total += glm::length(velocity(static_cast<size_t>(k)));
    const float mean = total / (static_cast<float>(p.count) / static_cast<float>(stride));
    // A lower bound for the mean, so that resting fluid has short lines.
    const float fall_speed = std::sqrt(glm::length(frame.domain.gravity) * p.radius);
    const float seconds = 2 * p.radius / std::max(mean, fall_speed), max_length = 8 * p.radius;
    // The lines start at the side of the sphere that faces the eye.
    const glm::vec3 lift = frame.camera.is_3d() ? frame.camera.axes[2] * (1.6f * p.radius) : glm::vec3(0);
    for (int k = 0; k < p.count; k += stride) {
        const auto i = static_cast<size_t>(k);
        const glm::vec3 position = position_of(p, i), offset = velocity(i) * seconds;
        const float length = glm::length(offset);
        if (!(length > 0.3f * p.radius)) continue;
        const glm::vec3 start = position + lift;
        lines_.add(start, start + offset * std::min(1.0f, max_length / length), 1.3f * frame.dpr,
                   premultiplied(0.98f, 0.72f, 0.40f, 0.35f), premultiplied(1, 0.80f, 0.52f, 0.95f));
    }
}

}  // namespace slosh
