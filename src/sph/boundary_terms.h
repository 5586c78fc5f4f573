// What a particle near the container's walls feels of them (wall_integrals.h), for boxes and for circles or
// spheres that are large against h. D is 2 or 3.
#pragma once
#include <glm/vec3.hpp>

#include "domain/domain.h"
#include "sph/boundary_integrals.h"

namespace slosh {

template <int D>
struct BoundaryTerms {
    float volume = 0;         // share of the neighbourhood behind the walls
    float gradient[D] = {};   // gradient of that share: outwards, 1/length
    float laplacian[D] = {};  // per axis: integral of (dW/dr)/r over walls that hold back motion along it
    float gap = 1e30f;        // to the nearest wall
    float normal[D] = {};     // outwards, of the nearest wall
};

template <int D>
BoundaryTerms<D> boundary_terms(const Walls& walls, glm::vec3 offset, const BoundaryIntegrals& integrals,
                                const float (&x)[D]) {
    BoundaryTerms<D> terms;
    float from[D];
    for (int d = 0; d < D; ++d) from[d] = x[d] - walls.centre[d] - offset[d];
    if (walls.shape == Shape::circle) {
        float r2 = 0;
        for (int d = 0; d < D; ++d) r2 += from[d] * from[d];
        const float r = __builtin_sqrtf(r2), inv_r = r > 0 ? 1 / r : 0;
        const BoundaryTerm term = integrals.at(walls.half.x - r);
        terms.volume = term.volume, terms.gap = walls.half.x - r;
        for (int d = 0; d < D; ++d) {
            terms.normal[d] = from[d] * inv_r;
            terms.gradient[d] = -term.gradient * terms.normal[d];
            terms.laplacian[d] = term.laplacian;
        }
        return terms;
    }
    // In a corner the walls' terms_of overlap, as independent terms_of of one volume do.
    float open = 1, side[D];
    BoundaryTerm terms_of[D];
    for (int d = 0; d < D; ++d) {
        side[d] = from[d] < 0 ? -1.0f : 1.0f;
        const float gap = walls.half[d] - from[d] * side[d];
        terms_of[d] = integrals.at(gap);
        open *= 1 - terms_of[d].volume;
        if (gap < terms.gap) {
            terms.gap = gap;
            for (int e = 0; e < D; ++e) terms.normal[e] = e == d ? side[d] : 0;
        }
    }
    terms.volume = 1 - open;
    for (int d = 0; d < D; ++d) {
        terms.gradient[d] = -terms_of[d].gradient * side[d] * (open / (1 - terms_of[d].volume));
        for (int e = 0; e < D; ++e)
            if (e != d) terms.laplacian[d] += terms_of[e].laplacian;  // a wall holds back what slides along it
    }
    return terms;
}

// Whether four points all are where keep_inside() and reflect_inside() (sph/mirror_walls.h) leave them alone.
template <int D>
bool all_inside(const Walls& walls, glm::vec3 offset, const Float4 (&x)[D]) {
    Float4 from[D], r2 = splat(0.0f);
    for (int d = 0; d < D; ++d) from[d] = x[d] - walls.centre[d] - offset[d], r2 += from[d] * from[d];
    if (walls.shape == Shape::circle) return !any(r2 > walls.half.x * walls.half.x);
    Int4 outside{};
    for (int d = 0; d < D; ++d) outside |= abs(from[d]) > walls.half[d];
    return !any(outside);
}

// Brings a point back inside, and takes from its velocity what would lead out again. True if it was outside.
template <int D>
bool keep_inside(const Walls& walls, const Motion& container, glm::vec3 offset, float inset, float (&x)[D],
                 float (&v)[D]) {
    if (walls.shape == Shape::circle) {
        float r2 = 0, from[D];
        for (int d = 0; d < D; ++d) from[d] = x[d] - walls.centre[d] - offset[d], r2 += from[d] * from[d];
        if (!(r2 > walls.half.x * walls.half.x)) return false;
        const float r = __builtin_sqrtf(r2), to = (walls.half.x - inset) / r;
        float out = 0;
        for (int d = 0; d < D; ++d) out += (v[d] - container.velocity[d]) * from[d] / r;
        for (int d = 0; d < D; ++d) {
            x[d] = walls.centre[d] + offset[d] + from[d] * to;
            if (out > 0) v[d] -= out * from[d] / r;
        }
        return true;
    }
    bool outside = false;
    for (int d = 0; d < D; ++d) {
        const float from = x[d] - walls.centre[d] - offset[d], side = from < 0 ? -1.0f : 1.0f;
        if (!(from * side > walls.half[d])) continue;
        outside = true;
        x[d] = walls.centre[d] + offset[d] + side * (walls.half[d] - inset);
        if ((v[d] - container.velocity[d]) * side > 0) v[d] = container.velocity[d];
    }
    return outside;
}

}  // namespace slosh
