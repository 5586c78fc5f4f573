// Camera: maps the world to the screen. 2D scenes have an orthographic view along -z; 3D scenes have a perspective view
// with the eye at `distance` from the centre, along the third axis.
#pragma once
#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace slosh {

// View ray of a pixel: origin + t * direction, |direction| = 1.
struct Ray {
    glm::vec3 origin{0, 0, 0}, direction{0, 0, -1};
};

struct Camera {
    glm::vec3 centre{0, 0, 0};    // world point at the centre of the canvas (displaced by `shift` in 3D)
    float width = 2, height = 2;  // world size that must fit
    glm::ivec2 pixels{1, 1};      // canvas size in device pixels

    // Perspective only; `distance` > 0 selects it.
    float distance = 0;      // from the eye to the centre
    float fit_distance = 1;  // the distance at which width x height fits
    glm::mat3 axes{1};       // right, up, towards the eye: world directions
    glm::vec2 shift{0, 0};   // principal point: offset of the centre from the canvas's middle, device pixels, y up

    bool is_3d() const { return distance > 0; }

    // Device pixels per world unit; in 3D at the distance of the centre.
    float pixels_per_unit() const {
        const glm::vec2 size(glm::max(pixels, glm::ivec2(1)));
        const float fit = std::min(size.x / width, size.y / height);
        return is_3d() ? fit * fit_distance / distance : fit;
    }

    // Focal length: device pixels per world unit at distance 1.
    float focal() const { return pixels_per_unit() * distance; }
    glm::vec3 eye() const { return centre + axes[2] * distance; }
    // World to view space: right, up, towards the eye, which is the origin. Visible points have negative z.
    glm::vec3 to_view(glm::vec3 world) const {
        const glm::vec3 offset = world - centre;
        return {glm::dot(offset, axes[0]), glm::dot(offset, axes[1]), glm::dot(offset, axes[2]) - distance};
    }
    // Coefficients of the projection: the clip depth of a view z is (x z + y) / -z.
    glm::vec2 depth_terms() const {
        const float near = near_distance(), far = far_distance();
        return {-(far + near) / (far - near), -2 * far * near / (far - near)};
    }
    // Distances of the near and of the far plane from the eye.
    float near_distance() const { return 0.02f * fit_distance; }
    float far_distance() const { return distance + 4 * std::max(width, height); }
    // The device pixel that the eye looks at, from the lower left corner.
    glm::vec2 principal_point() const { return 0.5f * glm::vec2(pixels) + shift; }

    glm::mat4 world_to_clip() const { return is_3d() ? perspective() : orthographic(); }
    // The same of a target with `scale` texels per device pixel, on which the canvas begins `margin` texels from the
    // lower left corner.
    glm::mat4 world_to_padded_clip(float scale, float margin, glm::vec2 texels) const {
        const glm::vec2 shrink = glm::vec2(pixels) * scale / texels, to_corner = 2.0f * margin / texels + shrink - 1.0f;
        glm::mat4 padded(1);
        padded[0][0] = shrink.x, padded[1][1] = shrink.y;
        padded[3] = {to_corner.x, to_corner.y, 0, 1};
        return padded * world_to_clip();
    }

    // Device pixels, origin at the top left, to the plane through `centre` that faces the eye.
    glm::vec3 to_world(glm::vec2 pixel) const {
        const glm::vec2 offset = (pixel - glm::vec2(pixels) * 0.5f) / pixels_per_unit();
        if (!is_3d()) return {centre.x + offset.x, centre.y - offset.y, centre.z};
        const glm::vec2 shifted = shift / pixels_per_unit();
        return centre + axes[0] * (offset.x - shifted.x) - axes[1] * (offset.y + shifted.y);
    }

    Ray to_ray(glm::vec2 pixel) const {
        const glm::vec3 at = to_world(pixel);
        if (!is_3d()) return {{at.x, at.y, at.z + 2 * std::max(width, height)}, {0, 0, -1}};
        return {eye(), glm::normalize(at - eye())};
    }

    // Intersection of the pixel's view ray with the plane through `at` that faces the eye.
    glm::vec3 to_plane(glm::vec2 pixel, glm::vec3 at) const {
        const glm::vec3 world = to_world(pixel);
        if (!is_3d()) return {world.x, world.y, at.z};
        return eye() + (world - eye()) * (-to_view(at).z / distance);
    }

    glm::vec2 to_pixel(glm::vec3 world) const {
        const glm::vec2 middle = glm::vec2(pixels) * 0.5f;
        if (is_3d()) {
            const glm::vec3 v = to_view(world);
            const float scale = focal() / std::max(-v.z, near_distance());
            return middle + glm::vec2(shift.x + v.x * scale, -shift.y - v.y * scale);
        }
        const glm::vec2 offset(world.x - centre.x, centre.y - world.y);
        return middle + offset * pixels_per_unit();
    }

private:
    glm::mat4 orthographic() const {
        const glm::vec2 scale = 2.0f * pixels_per_unit() / glm::vec2(glm::max(pixels, glm::ivec2(1)));
        // Clip depth covers two view sizes on each side of the centre.
        const float depth = -0.5f / std::max(width, height);
        glm::mat4 m(1);
        m[0][0] = scale.x;
        m[1][1] = scale.y;
        m[2][2] = depth;
        m[3] = {-centre.x * scale.x, -centre.y * scale.y, -centre.z * depth, 1};
        return m;
    }

    glm::mat4 perspective() const {
        const glm::vec2 size(glm::max(pixels, glm::ivec2(1)));
        const glm::vec2 scale = 2 * focal() / size, shifted = 2.0f * shift / size;
        const glm::vec2 depth = depth_terms();
        // The product of projection and view matrix, written out.
        const glm::vec3 v = to_view({0, 0, 0});
        glm::mat4 m;
        for (int column = 0; column < 4; ++column) {
            const bool last = column == 3;
            const glm::vec3 view = last ? v : glm::vec3(axes[0][column], axes[1][column], axes[2][column]);
            m[column] = {scale.x * view.x - shifted.x * view.z, scale.y * view.y - shifted.y * view.z,
                         depth.x * view.z + (last ? depth.y : 0), -view.z};
        }
        return m;
    }
};

}  // namespace slosh
