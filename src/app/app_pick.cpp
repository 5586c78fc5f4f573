// What is under the pointer: a particle, and what it carries.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "app/app.h"
#include "render/debug/particle_overlay.h"

namespace slosh {

// The particles of the simulation that the pointer is on, of two side by side.
ParticleView App::pointed_at() const {
    return SLOSH_PANEL && on_right_ && other_ && other_->started() ? other_->particles() : particles();
}

// The nearest one along the pixel's ray that the pixel covers; none lets go of what was picked.
void App::pick(const Input::Click& click) {
    const ParticleView p = pointed_at();
    const Ray ray = camera_.to_ray(click.pixel);
    // A little more than is drawn, for small particles and large fingers.
    const float reach = std::max(1.05f * p.radius * settings_.look.point_size, 5 * dpr_ / camera_.pixels_per_unit());
    float nearest = 1e30f;
    picked_ = -1;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const glm::vec3 from = glm::vec3(p.x[i], p.y[i], deep() ? p.z[i] : 0.0f) - ray.origin;
        const float along = glm::dot(from, ray.direction), away = glm::length(from - along * ray.direction);
        // In the flat all are equally far: the one whose middle is nearest.
        const float far = deep() ? along - std::sqrt(std::max(reach * reach - away * away, 0.0f)) : away;
        if (!(away <= reach) || !(far < nearest) || along <= 0) continue;
        nearest = far;
        picked_ = p.id[i];
    }
}

// Its slot now, -1 for none; its values go to the panel.
int App::look_at_picked(const ParticleView& p, PickedParticle& seen) const {
    seen = {};
    if (picked_ < 0) return -1;
    const auto found = std::find(p.id.begin(), p.id.begin() + p.count, static_cast<uint32_t>(picked_));
    if (found == p.id.begin() + p.count) return -1;
    const auto i = static_cast<size_t>(found - p.id.begin());
    if (!SLOSH_PANEL) return static_cast<int>(i);
    const glm::vec3 velocity{p.vx[i], p.vy[i], deep() ? p.vz[i] : 0.0f};
    seen = {true,
            p.id[i],
            p.kind[i],
            static_cast<int>(neighbours_of(p, static_cast<int>(i)).size()),
            {p.x[i], p.y[i], deep() ? p.z[i] : 0.0f},
            glm::length(velocity),
            p.density.empty() ? 0 : p.density[i],
            p.pressure.empty() ? 0 : p.pressure[i]};
    return static_cast<int>(i);
}

}  // namespace slosh
