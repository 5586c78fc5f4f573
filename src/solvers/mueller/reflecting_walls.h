// Collision response of mueller_sph for particles that have left the container, as in the VEX set-up that it follows.
// The velocity towards the wall is reflected, v -= 2 (v.n) n * damping. The particle is put back to a random distance
// inside, so that particles reflected together do not end in one point. D is 2 or 3.
#pragma once
#include <glm/vec3.hpp>

#include "base/random.h"
#include "domain/domain.h"

namespace slosh {

struct ReflectingWalls {
    float damping = 0.75f;      // 1 is a perfect mirror, 1/2 removes the normal velocity
    glm::vec3 offset{0, 0, 0};  // of the container
    glm::vec3 wall_velocity{0, 0, 0};
    static constexpr float depth = 0.01f;  // put back at most this fraction of the half extent from the wall
};

// True if the particle was outside. `seed` decides how far inside it is put: derive it from its id and the step, so
// that it depends on neither the order of the particles nor the workers.
template <int D>
bool bounce_at_walls(const Walls& walls, const ReflectingWalls& response, uint64_t seed, float (&x)[D], float (&v)[D]) {
    float from[D];
    bool outside = false;
    for (int d = 0; d < D; ++d) from[d] = x[d] - walls.centre[d] - response.offset[d];
    if (walls.shape == Shape::circle) {
        const float radius = walls.half.x;
        float r2 = 0, largest = 0;
        for (int d = 0; d < D; ++d) r2 += from[d] * from[d];
        if (!(r2 > radius * radius)) return false;
        // In units of the largest component: r2 overflows for particles that are very far out.
        for (int d = 0; d < D; ++d) largest = from[d] > largest ? from[d] : -from[d] > largest ? -from[d] : largest;
        r2 = 0;
        for (int d = 0; d < D; ++d) {
            from[d] /= largest;
            r2 += from[d] * from[d];
        }
        const float inv_r = 1 / __builtin_sqrtf(r2),
                    to = radius * (1 - ReflectingWalls::depth * Random(seed).uniform());
        float out = 0;
        for (int d = 0; d < D; ++d) {
            from[d] *= inv_r;
            out += (v[d] - response.wall_velocity[d]) * from[d];
        }
        for (int d = 0; d < D; ++d) {
            x[d] = walls.centre[d] + response.offset[d] + from[d] * to;
            if (out > 0) v[d] -= 2 * out * from[d] * response.damping;
        }
        return true;
    }
    for (int d = 0; d < D; ++d) outside = outside || from[d] > walls.half[d] || -from[d] > walls.half[d];
    if (!outside) return false;
    Random random(seed);
    for (int d = 0; d < D; ++d) {
        const float side = from[d] < 0 ? -1.0f : 1.0f,
                    to = walls.half[d] * (1 - ReflectingWalls::depth * random.uniform());
        if (!(from[d] * side > walls.half[d])) continue;
        const float out = (v[d] - response.wall_velocity[d]) * side;
        x[d] = walls.centre[d] + response.offset[d] + side * to;
        if (out > 0) v[d] -= 2 * out * side * response.damping;
    }
    return true;
}

}  // namespace slosh
