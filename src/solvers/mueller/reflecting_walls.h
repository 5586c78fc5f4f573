// Walls that throw back what has left the container, as the VEX set-up does that mueller_sph follows: the speed
// towards the wall is reflected, v -= 2 (v.n) n * damping, and the particle is put back a random bit inside, so that
// those thrown back together do not end in one point. D is 2 or 3.
#pragma once
#include <glm/vec3.hpp>

#include "base/random.h"
#include "domain/domain.h"

namespace slosh {

struct ReflectingWalls {
    float damping = 0.75f;      // 1 mirrors the speed, 1/2 takes all of what leads out
    glm::vec3 offset{0, 0, 0};  // of the container
    glm::vec3 wall_velocity{0, 0, 0};
    static constexpr float depth = 0.01f;  // put back at up to this share of the half size from the wall
};

// True if the particle was outside. `lot` decides how far inside it comes to lie: derive it from its id and the
// step, so that it depends on neither the order nor the workers.
template <int D>
bool bounce_at_walls(const Walls& walls, const ReflectingWalls& how, uint64_t lot, float (&x)[D], float (&v)[D]) {
    float from[D];
    bool outside = false;
    for (int d = 0; d < D; ++d) from[d] = x[d] - walls.centre[d] - how.offset[d];
    if (walls.shape == Shape::circle) {
        const float radius = walls.half.x;
        float r2 = 0, most = 0;
        for (int d = 0; d < D; ++d) r2 += from[d] * from[d];
        if (!(r2 > radius * radius)) return false;
        // In units of the largest part: r2 overflows for what is very far out.
        for (int d = 0; d < D; ++d) most = from[d] > most ? from[d] : -from[d] > most ? -from[d] : most;
        r2 = 0;
        for (int d = 0; d < D; ++d) from[d] /= most, r2 += from[d] * from[d];
        const float inv_r = 1 / __builtin_sqrtf(r2), to = radius * (1 - ReflectingWalls::depth * Random(lot).uniform());
        float out = 0;
        for (int d = 0; d < D; ++d) from[d] *= inv_r, out += (v[d] - how.wall_velocity[d]) * from[d];
        for (int d = 0; d < D; ++d) {
            x[d] = walls.centre[d] + how.offset[d] + from[d] * to;
            if (out > 0) v[d] -= 2 * out * from[d] * how.damping;
        }
        return true;
    }
    for (int d = 0; d < D; ++d) outside = outside || from[d] > walls.half[d] || -from[d] > walls.half[d];
    if (!outside) return false;
    Random random(lot);
    for (int d = 0; d < D; ++d) {
        const float side = from[d] < 0 ? -1.0f : 1.0f,
                    to = walls.half[d] * (1 - ReflectingWalls::depth * random.uniform());
        if (!(from[d] * side > walls.half[d])) continue;
        const float out = (v[d] - how.wall_velocity[d]) * side;
        x[d] = walls.centre[d] + how.offset[d] + side * to;
        if (out > 0) v[d] -= 2 * out * side * how.damping;
    }
    return true;
}

}  // namespace slosh
