#include "fluid/domain.h"

#include "base/random.h"
#include "fluid/filling.h"

namespace slosh {
namespace {

constexpr float pi = 3.14159265f;

float volume(const Fill& fill, int dimensions) {
    const glm::vec3 h = fill.half;
    if (fill.shape == Shape::circle) return dimensions == 2 ? pi * h.x * h.x : 4.0f / 3 * pi * h.x * h.x * h.x;
    return dimensions == 2 ? 4 * h.x * h.y : 8 * h.x * h.y * h.z;
}

}  // namespace

float fluid_volume(const Domain& domain) {
    float total = 0;
    for (const Fill& fill : domain.fluid) total += volume(fill, domain.dimensions);
    return total;
}

Filling fill_domain(const Domain& domain, int count, int kinds, uint64_t seed) {
    // Roberts' R sequences: points that keep their distance in any number, unlike random ones. The
    // generalised golden ratios 1.3247 (2D) and 1.2207 (3D) give the strides.
    constexpr double stride_2d[] = {0.7548776662466927, 0.5698402909980532, 0};
    constexpr double stride_3d[] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
    const double* stride = domain.dimensions == 2 ? stride_2d : stride_3d;

    Filling out;
    Random random(seed);
    const float total = fluid_volume(domain);
    float volume_so_far = 0;
    int made = 0;
    for (const Fill& fill : domain.fluid) {
        volume_so_far += volume(fill, domain.dimensions);
        const bool last = &fill == &domain.fluid.back();
        const int until = last ? count : static_cast<int>(static_cast<float>(count) * (volume_so_far / total));
        double u[3] = {0.5, 0.5, 0.5};
        for (double& start : u) start = static_cast<double>(random.uniform());
        while (made < until) {
            glm::vec3 p{0, 0, 0};
            for (int axis = 0; axis < domain.dimensions; ++axis) {
                u[axis] += stride[axis];
                if (u[axis] >= 1) u[axis] -= 1;
                p[axis] = static_cast<float>(2 * u[axis] - 1);
            }
            if (fill.shape == Shape::circle && p.x * p.x + p.y * p.y + p.z * p.z > 1) continue;
            const glm::vec3 size = fill.shape == Shape::circle ? glm::vec3(fill.half.x) : fill.half;
            out.position.push_back(fill.centre + p * size);
            out.velocity.push_back(fill.velocity);
            out.kind.push_back(static_cast<uint8_t>(fill.kind == Fill::mixed ? random.below(kinds) : fill.kind));
            ++made;
        }
    }
    return out;
}

}  // namespace slosh
