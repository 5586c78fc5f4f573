// Picking of rigid bodies: the body under a pixel, and the point on it.
#pragma once
#include <algorithm>
#include <glm/geometric.hpp>
#include <span>

#include "app/input/input.h"

namespace slosh {

// Sphere tracing (Hart 1996): the distance along a ray to the first point within `tolerance` of a body, negative for
// none. Each step is as long as the distance to the body, so that it cannot pass through.
inline float trace_body(const Body& body, const Ray& ray, float tolerance) {
    constexpr int max_steps = 96;
    glm::vec3 outwards;
    float along = 0;
    const float max_distance = glm::length(body.position - ray.origin) + body.bounding_radius(3) + tolerance;
    for (int i = 0; i < max_steps && along < max_distance; ++i) {
        const float distance = body.distance(body.to_local(ray.origin + along * ray.direction), 3, outwards);
        if (distance <= tolerance) return along;
        along += std::max(distance - 0.5f * tolerance, 0.5f * tolerance);
    }
    return -1;
}

// The index among the bodies that the user has drawn of the one nearest to the camera, or -1.
inline int pick_drawn(std::span<const Body> bodies, const Camera& camera, glm::vec2 pixel, float tolerance) {
    const Ray ray = camera.to_ray(pixel);
    float nearest = 1e30f;
    int picked = -1, index = 0;
    for (const Body& body : bodies) {
        if (!body.drawn) continue;
        const float distance = trace_body(body, ray, tolerance);
        if (distance >= 0 && distance < nearest) {
            nearest = distance;
            picked = index;
        }
        ++index;
    }
    return picked;
}

// In 3D the body nearest to the camera among those within `tolerance` (world units) of the pixel's ray; in 2D the one
// nearest to the pixel, of several the last one, which is drawn on top. Kinematic bodies cannot be grabbed.
inline Pick pick_body(std::span<const Body> bodies, const Camera& camera, glm::vec2 pixel, float tolerance) {
    Pick pick;
    float nearest = camera.is_3d() ? 1e30f : tolerance;
    for (size_t i = 0; i < bodies.size(); ++i) {
        const Body& body = bodies[i];
        if (body.is_kinematic()) continue;
        glm::vec3 at = camera.to_plane(pixel, body.position), outwards;
        float distance = std::max(body.distance(body.to_local(at), 2, outwards), 0.0f);
        if (camera.is_3d()) {
            const Ray ray = camera.to_ray(pixel);
            distance = trace_body(body, ray, tolerance);
            at = ray.origin + distance * ray.direction;
        }
        if (distance < 0 || distance > nearest) continue;
        nearest = distance;
        pick = {static_cast<int>(i), body.to_local(at), at};
    }
    return pick;
}

}  // namespace slosh
