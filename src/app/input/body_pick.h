// Which body a pixel shows, and where on it.
#pragma once
#include <algorithm>
#include <glm/geometric.hpp>
#include <span>

#include "app/input/input.h"

namespace slosh {

// How far along a ray it comes as near to a body as `reach`; negative if it never does. A step is as long as the body
// is away, so none leads past it.
inline float way_to(const Body& body, const Ray& ray, float reach) {
    constexpr int max_steps = 96;
    glm::vec3 outwards;
    float along = 0;
    const float past = glm::length(body.position - ray.origin) + body.reach(3) + reach;
    for (int i = 0; i < max_steps && along < past; ++i) {
        const float away = body.distance(body.to_own(ray.origin + along * ray.direction), 3, outwards);
        if (away <= reach) return along;
        along += std::max(away - 0.5f * reach, 0.5f * reach);
    }
    return -1;
}

// The one nearest to the eye that comes within `reach` (world units) of the pixel; in the flat the one nearest to the
// pixel, of several there the one that was dropped last, which is drawn on top. What is driven cannot be held.
inline Pick pick_body(std::span<const Body> bodies, const Camera& camera, glm::vec2 pixel, float reach) {
    Pick pick;
    float nearest = camera.is_3d() ? 1e30f : reach;
    for (size_t i = 0; i < bodies.size(); ++i) {
        const Body& body = bodies[i];
        if (body.is_kinematic()) continue;
        glm::vec3 at = camera.to_plane(pixel, body.position), outwards;
        float far = std::max(body.distance(body.to_own(at), 2, outwards), 0.0f);
        if (camera.is_3d()) {
            const Ray ray = camera.to_ray(pixel);
            far = way_to(body, ray, reach);
            at = ray.origin + far * ray.direction;
        }
        if (far >= 0 && far <= nearest) nearest = far, pick = {static_cast<int>(i), body.to_own(at), at};
    }
    return pick;
}

}  // namespace slosh
