// World to screen. 2D scenes look straight down -z with an orthographic view.
#pragma once
#include <algorithm>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace slosh {

struct Camera {
    glm::vec3 centre{0, 0, 0};    // the world point in the middle of the canvas
    float width = 2, height = 2;  // world size that must fit
    glm::ivec2 pixels{1, 1};      // canvas size in device pixels

    // Device pixels.
    float pixels_per_unit() const {
        const glm::vec2 size(glm::max(pixels, glm::ivec2(1)));
        return std::min(size.x / width, size.y / height);
    }

    glm::mat4 world_to_clip() const {
        const glm::vec2 scale = 2.0f * pixels_per_unit() / glm::vec2(glm::max(pixels, glm::ivec2(1)));
        // Depth keeps everything within two view sizes of the centre; nearer is smaller.
        const float depth = -0.5f / std::max(width, height);
        glm::mat4 m(1);
        m[0][0] = scale.x;
        m[1][1] = scale.y;
        m[2][2] = depth;
        m[3] = {-centre.x * scale.x, -centre.y * scale.y, -centre.z * depth, 1};
        return m;
    }

    // From device pixels, origin at the top left, to the plane of `centre`.
    glm::vec3 to_world(glm::vec2 pixel) const {
        const glm::vec2 from = (pixel - glm::vec2(pixels) * 0.5f) / pixels_per_unit();
        return {centre.x + from.x, centre.y - from.y, centre.z};
    }

    glm::vec2 to_pixel(glm::vec3 world) const {
        const glm::vec2 from(world.x - centre.x, centre.y - world.y);
        return glm::vec2(pixels) * 0.5f + from * pixels_per_unit();
    }
};

}  // namespace slosh
