// The walls of a container as mirrors: ghost particles (Libersky et al. 1993, "High strain Lagrangian hydrodynamics";
// Colagrossi & Landrini 2003, "Numerical simulation of interfacial flows by SPH"). A particle near a wall interacts
// with the mirror images of its neighbours behind the wall. Fluid and ghosts are one symmetric body: a box of mirrors
// conserves energy, fluid does not stick to it, and does not leak at corners. Particles pressed against the wall keep
// about half a spacing off it if the kernel keeps close pairs apart; wcsph adds a repulsion (wcsph/wall_force.h).
//
// No ghost is stored. The distance of a particle from the ghost of another is that of its own ghost from the other
// particle, so each particle near a wall sums over the neighbours of its own ghosts.
//
// For boxes, and for circles or spheres that are large against the cutoff. D is 2 or 3.
#pragma once
#include <algorithm>
#include <glm/vec3.hpp>

#include "domain/domain.h"

namespace slosh {

template <int D>
struct MirrorWall {
    float sign[D] = {};    // by component, for the walls of a box
    float normal[D] = {};  // for a curved wall
    bool curved = false;
    float stretch = 1;  // of a curved wall: distance of the ghost from the centre over that of the particle

    void reflect(float (&v)[D]) const {
        if (curved) {
            float normal_v = 0;
            for (int d = 0; d < D; ++d) normal_v += v[d] * normal[d];
            for (int d = 0; d < D; ++d) v[d] -= 2 * normal_v * normal[d];
        } else {
            for (int d = 0; d < D; ++d) v[d] *= sign[d];
        }
    }

    // The velocity of the ghost, relative to the walls. Behind a curved wall it has the angular velocity of the
    // particle: in fluid that turns as a whole there is no strain, and viscosity takes or adds no spin.
    void reflect_velocity(float (&v)[D]) const {
        reflect(v);
        if (!curved) return;
        float normal_v = 0;
        for (int d = 0; d < D; ++d) normal_v += v[d] * normal[d];
        for (int d = 0; d < D; ++d) v[d] = stretch * v[d] + (1 - stretch) * normal_v * normal[d];
    }
};

// Calls f(mirror, ghost) for each mirror image of x that can have particles within the cutoff.
template <int D, class F>
void for_ghosts(const Walls& walls, glm::vec3 offset, float cutoff, const float (&x)[D], F&& f) {
    float from[D], ghost[D];
    for (int d = 0; d < D; ++d) from[d] = x[d] - walls.centre[d] - offset[d];
    MirrorWall<D> mirror;
    if (walls.shape == Shape::circle) {
        float r2 = 0;
        for (int d = 0; d < D; ++d) r2 += from[d] * from[d];
        const float r = __builtin_sqrtf(r2);
        if (!(walls.half.x - r < cutoff) || !(r > 0)) return;
        mirror.curved = true;
        mirror.stretch = 2 * walls.half.x / r - 1;
        for (int d = 0; d < D; ++d) {
            mirror.normal[d] = from[d] / r;
            ghost[d] = x[d] + 2 * (walls.half.x - r) * mirror.normal[d];
        }
        f(static_cast<const MirrorWall<D>&>(mirror), static_cast<const float(&)[D]>(ghost));
        return;
    }
    int near = 0;  // bit mask of the axes
    float behind[D];
    for (int d = 0; d < D; ++d) {
        const float side = from[d] < 0 ? -1.0f : 1.0f, gap = walls.half[d] - from[d] * side;
        behind[d] = x[d] + 2 * gap * side;
        if (gap < cutoff) near |= 1 << d;
    }
    for (int flips = 1; flips < 1 << D; ++flips) {
        if ((flips & near) != flips) continue;
        for (int d = 0; d < D; ++d) {
            const bool flip = flips >> d & 1;
            mirror.sign[d] = flip ? -1.0f : 1.0f;
            ghost[d] = flip ? behind[d] : x[d];
        }
        f(static_cast<const MirrorWall<D>&>(mirror), static_cast<const float(&)[D]>(ghost));
    }
}

// Elastic collision response: a particle behind a mirror is replaced by its mirror image, and keeps its energy. It
// stays at least `inset` from the wall, even if its image would be behind the opposite wall. True if it was behind one.
template <int D>
bool reflect_inside(const Walls& walls, const Motion& container, glm::vec3 offset, float inset, float (&x)[D],
                    float (&v)[D]) {
    if (walls.shape == Shape::circle) {
        float r2 = 0, from[D];
        for (int d = 0; d < D; ++d) {
            from[d] = x[d] - walls.centre[d] - offset[d];
            r2 += from[d] * from[d];
        }
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
