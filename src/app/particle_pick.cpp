#include "app/particle_pick.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "render/debug/particle_overlay.h"

namespace slosh {

int64_t pick_particle(const ParticleView& p, const Camera& camera, glm::vec2 pixel, float radius) {
    const bool is_3d = p.dimensions == 3;
    const Ray ray = camera.to_ray(pixel);
    float nearest = 1e30f;
    int64_t picked = -1;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const glm::vec3 offset = glm::vec3(p.x[i], p.y[i], is_3d ? p.z[i] : 0.0f) - ray.origin;
        const float along = glm::dot(offset, ray.direction);
        const float off_ray = glm::length(offset - along * ray.direction);  // distance of the centre from the ray
        const float distance = is_3d ? along - std::sqrt(std::max(radius * radius - off_ray * off_ray, 0.0f)) : off_ray;
        if (!(off_ray <= radius) || !(distance < nearest) || along <= 0) continue;
        nearest = distance;
        picked = p.id[i];
    }
    return picked;
}

int find_particle(const ParticleView& p, int64_t id, PickedParticle* values) {
    if (values) *values = {};
    if (id < 0) return -1;
    const auto found = std::find(p.id.begin(), p.id.begin() + p.count, static_cast<uint32_t>(id));
    if (found == p.id.begin() + p.count) return -1;
    const auto i = static_cast<size_t>(found - p.id.begin());
    const auto slot = static_cast<int>(i);
    if (!values) return slot;
    const bool is_3d = p.dimensions == 3;
    const glm::vec3 velocity{p.vx[i], p.vy[i], is_3d ? p.vz[i] : 0.0f};
    *values = {.any = true,
               .id = p.id[i],
               .kind = p.kind[i],
               .neighbours = static_cast<int>(neighbours_of(p, slot).size()),
               .position = {p.x[i], p.y[i], is_3d ? p.z[i] : 0.0f},
               .speed = glm::length(velocity),
               .density = p.density.empty() ? 0 : p.density[i],
               .pressure = p.pressure.empty() ? 0 : p.pressure[i]};
    return slot;
}

}  // namespace slosh
