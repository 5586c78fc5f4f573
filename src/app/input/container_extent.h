// The part of the world that a camera must show so that no container is cut, whatever the shape of the canvas.
#pragma once
#include <cmath>
#include <glm/common.hpp>

#include "app/input/orbit_camera.h"
#include "domain/domain.h"
#include "scenes/scene.h"

namespace slosh {

// Distance from the eye to the centre at which height fits the field of view.
inline float fit_distance(const SceneView& view) {
    const glm::vec2 half_field = direction_of(0.5f * view.field_of_view);
    return 0.5f * view.height * half_field.x / half_field.y;
}

// The width and height, at the distance of the centre, that show the container of a 3D scene from the scene's own
// direction. Same unit as the walls; 0 for open walls.
inline glm::vec2 container_extent(const Walls& walls, const SceneView& view) {
    if (walls.open) return {0, 0};
    constexpr float border = 1.06f;
    OrbitCamera home;
    home.start(view.yaw, view.pitch);
    const glm::mat3 axes = home.axes();
    const float distance = fit_distance(view);
    const glm::vec3 centre = (walls.centre - view.centre) * axes;
    if (walls.shape == Shape::circle) {
        // The outline of a sphere is seen at the angle asin(radius / distance).
        const float sine = std::min(walls.half.x / distance, 0.9f);
        return 2 * border * (glm::abs(glm::vec2(centre)) + walls.half.x / std::sqrt(1 - sine * sine));
    }
    glm::vec2 extent(0);
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        const glm::vec3 at = centre + (sign * walls.half) * axes;
        extent = glm::max(extent,
                          2 * border * glm::abs(glm::vec2(at)) * distance / std::max(distance - at.z, 0.1f * distance));
    }
    return extent;
}

// The width and height that the camera of a scene shows at the distance of the centre.
inline glm::vec2 view_extent(const Scene& scene) {
    const glm::vec2 extent(scene.view.width, scene.view.height);
    return scene.domain.dimensions == 3 ? glm::max(extent, container_extent(scene.domain.walls, scene.view)) : extent;
}

}  // namespace slosh
