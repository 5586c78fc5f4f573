// A container's walls as mirrors: what is near a wall meets the images of its neighbours behind it (Libersky et al.
// 1993, "High strain Lagrangian hydrodynamics"; Colagrossi & Landrini 2003, "Numerical simulation of interfacial flows
// by SPH"). Fluid and images are one symmetric body, so a box of mirrors keeps the energy, fluid lies half a spacing
// off, nothing sticks and corners do not leak. No image is stored: a particle's distance from the image of another is
// that of its own image from the other one, so each particle near a wall looks around from its own images.
//
// Boxes, and circles or spheres that are large against the reach. D is 2 or 3.
#pragma once
#include <algorithm>
#include <glm/vec3.hpp>

#include "domain/domain.h"

namespace slosh {

template <int D>
struct MirrorWall {
    float sign[D] = {};    // of each component, for the walls of a box
    float normal[D] = {};  // for a round wall
    bool round = false;

    void reflect(float (&v)[D]) const {
        if (round) {
            float along = 0;
            for (int d = 0; d < D; ++d) along += v[d] * normal[d];
            for (int d = 0; d < D; ++d) v[d] -= 2 * along * normal[d];
        } else {
            for (int d = 0; d < D; ++d) v[d] *= sign[d];
        }
    }
};

// f(mirror, image) for each image of x that can have particles within reach.
template <int D, class F>
void for_ghosts(const Walls& walls, glm::vec3 offset, float reach, const float (&x)[D], F&& f) {
    float from[D], image[D];
    for (int d = 0; d < D; ++d) from[d] = x[d] - walls.centre[d] - offset[d];
    MirrorWall<D> mirror;
    if (walls.shape == Shape::circle) {
        float r2 = 0;
        for (int d = 0; d < D; ++d) r2 += from[d] * from[d];
        const float r = __builtin_sqrtf(r2);
        if (!(walls.half.x - r < reach) || !(r > 0)) return;
        mirror.round = true;
        for (int d = 0; d < D; ++d) {
            mirror.normal[d] = from[d] / r;
            image[d] = x[d] + 2 * (walls.half.x - r) * mirror.normal[d];
        }
        f(static_cast<const MirrorWall<D>&>(mirror), static_cast<const float(&)[D]>(image));
        return;
    }
    int near = 0;  // a bit an axis
    float behind[D];
    for (int d = 0; d < D; ++d) {
        const float side = from[d] < 0 ? -1.0f : 1.0f, gap = walls.half[d] - from[d] * side;
        behind[d] = x[d] + 2 * gap * side;
        if (gap < reach) near |= 1 << d;
    }
    for (int flips = 1; flips < 1 << D; ++flips) {
        if ((flips & near) != flips) continue;
        for (int d = 0; d < D; ++d) {
            const bool flip = flips >> d & 1;
            mirror.sign[d] = flip ? -1.0f : 1.0f;
            image[d] = flip ? behind[d] : x[d];
        }
        f(static_cast<const MirrorWall<D>&>(mirror), static_cast<const float(&)[D]>(image));
    }
}

// A particle behind a mirror changes places with its image: nothing of its energy is lost. `inset` is kept from the
// wall by what comes from too far away even for that. True if it was behind one.
template <int D>
bool reflect_inside(const Walls& walls, const Motion& container, glm::vec3 offset, float inset, float (&x)[D],
                    float (&v)[D]) {
    if (walls.shape == Shape::circle) {
        float r2 = 0, from[D];
        for (int d = 0; d < D; ++d) from[d] = x[d] - walls.centre[d] - offset[d], r2 += from[d] * from[d];
        const float radius = walls.half.x;
        if (!(r2 > radius * radius)) return false;
        const float r = __builtin_sqrtf(r2), to = std::min(std::max(2 * radius - r, 0.0f), radius - inset) / r;
        float out = 0;
        for (int d = 0; d < D; ++d) out += (v[d] - container.velocity[d]) * from[d] / r;
        for (int d = 0; d < D; ++d) {
            x[d] = walls.centre[d] + offset[d] + from[d] * to;
            if (out > 0) v[d] -= 2 * out * from[d] / r;
        }
        return true;
    }
    bool outside = false;
    for (int d = 0; d < D; ++d) {
        const float half = walls.half[d], from = x[d] - walls.centre[d] - offset[d], away = __builtin_fabsf(from);
        if (!(away > half)) continue;
        outside = true;
        const float side = from < 0 ? -1.0f : 1.0f, to = std::min(std::max(2 * half - away, 0.0f), half - inset);
        x[d] = walls.centre[d] + offset[d] + side * to;
        const float out = v[d] - container.velocity[d];
        if (out * side > 0) v[d] -= 2 * out;
    }
    return outside;
}

}  // namespace slosh
