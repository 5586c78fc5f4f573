#include "domain/rigid_body.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "base/vectors.h"

namespace slosh {

glm::mat3 axes_of(const Rotation& q) {
    const float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const float xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z, wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return {{1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)},
            {2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)},
            {2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)}};
}

Rotation normalised(const Rotation& q) {
    const float length = __builtin_sqrtf(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(length > 0)) return {};
    const float inv_length = 1 / length;
    return {q.w * inv_length, q.x * inv_length, q.y * inv_length, q.z * inv_length};
}

Rotation turned(const Rotation& q, glm::vec3 angular_velocity, float dt) {
    const glm::vec3 s = angular_velocity * (0.5f * dt);
    return normalised({q.w - (s.x * q.x + s.y * q.y + s.z * q.z), q.x + (s.x * q.w + s.y * q.z - s.z * q.y),
                       q.y + (s.y * q.w + s.z * q.x - s.x * q.z), q.z + (s.z * q.w + s.x * q.y - s.y * q.x)});
}

glm::vec3 Body::velocity_at(glm::vec3 world) const { return velocity + glm::cross(angular_velocity, world - position); }

float Body::bounding_radius(int dimensions) const {
    if (shape == BodyShape::cylinder) return __builtin_sqrtf(half.x * half.x + half.y * half.y);
    if (shape != BodyShape::box) return half.x;
    return __builtin_sqrtf(half.x * half.x + half.y * half.y + (dimensions == 3 ? half.z * half.z : 0));
}

glm::vec3 Body::extent() const {
    glm::vec3 local = half, out(0);
    if (shape == BodyShape::ball) local = glm::vec3(half.x);
    if (shape == BodyShape::capsule) local.z = half.y;
    if (shape == BodyShape::cylinder) local.z = half.x;
    for (int axis = 0; axis < 3; ++axis)
        for (int d = 0; d < 3; ++d) out[d] += (axes[axis][d] < 0 ? -axes[axis][d] : axes[axis][d]) * local[axis];
    return out;
}

float Body::distance(glm::vec3 local, int dimensions, glm::vec3& outwards) const {
    if (dimensions == 2) local.z = 0;
    outwards = {0, 0, 0};
    if (shape == BodyShape::box) {
        glm::vec3 beyond(0);
        float nearest = -1e30f;
        int side = 0;
        for (int d = 0; d < dimensions; ++d) {
            const float out = (local[d] < 0 ? -local[d] : local[d]) - half[d];
            beyond[d] = std::max(out, 0.0f);
            if (out > nearest) {
                nearest = out;
                side = d;
            }
        }
        if (nearest <= 0) {
            outwards[side] = local[side] < 0 ? -1.0f : 1.0f;
            return nearest;
        }
        const float length = length_of(beyond);
        for (int d = 0; d < dimensions; ++d) outwards[d] = (local[d] < 0 ? -beyond[d] : beyond[d]) / length;
        return length;
    }
    if (shape == BodyShape::cylinder) {
        const float r = __builtin_sqrtf(local.x * local.x + local.z * local.z), radial_gap = r - half.x;
        const float height = local.y < 0 ? -local.y : local.y, axial_gap = height - half.y;
        const glm::vec3 radial = r > 0 ? glm::vec3(local.x, 0, local.z) / r : glm::vec3(1, 0, 0);
        const glm::vec3 axial{0, local.y < 0 ? -1.0f : 1.0f, 0};
        if (radial_gap <= 0 || axial_gap <= 0) {
            outwards = radial_gap > axial_gap ? radial : axial;
            return std::max(radial_gap, axial_gap);
        }
        const float length = __builtin_sqrtf(radial_gap * radial_gap + axial_gap * axial_gap);
        outwards = (radial * radial_gap + axial * axial_gap) / length;
        return length;
    }
    const float along = std::clamp(local.x, -core(), core());
    const glm::vec3 from{local.x - along, local.y, local.z};
    const float length = length_of(from);
    outwards = length > 0 ? from / length : glm::vec3(0, 1, 0);
    return length - round();
}

}  // namespace slosh
