// Boundary handling by integrals over the matter behind the container's walls (boundary_integrals.h), and the collision
// response of the walls. For boxes, and for circles or spheres that are large against h. D is 2 or 3.
#pragma once
#include <glm/vec3.hpp>

#include "domain/domain.h"
#include "sph/boundary_integrals.h"

namespace slosh {

template <int D>
struct BoundaryTerms {
    float volume = 0;         // fraction of the neighbourhood that lies behind the walls: integral of W
    float gradient[D] = {};   // of that fraction, outwards, in 1/length
    float laplacian[D] = {};  // by axis: integral of (dW/dr)/r, in 1/length^2, over the walls along that axis
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
        terms.volume = term.volume;
        terms.gap = walls.half.x - r;
        for (int d = 0; d < D; ++d) {
            terms.normal[d] = from[d] * inv_r;
            terms.gradient[d] = -term.gradient * terms.normal[d];
            terms.laplacian[d] = term.laplacian;
        }
        return terms;
    }
    // In a corner the parts behind two walls overlap: they are combined like independent fractions of one volume.
    float inside_fraction = 1, side[D];
    BoundaryTerm wall_terms[D];
    for (int d = 0; d < D; ++d) {
        side[d] = from[d] < 0 ? -1.0f : 1.0f;
        const float gap = walls.half[d] - from[d] * side[d];
        wall_terms[d] = integrals.at(gap);
        inside_fraction *= 1 - wall_terms[d].volume;
        if (gap < terms.gap) {
            terms.gap = gap;
            for (int e = 0; e < D; ++e) terms.normal[e] = e == d ? side[d] : 0;
        }
    }
    terms.volume = 1 - inside_fraction;
    for (int d = 0; d < D; ++d) {
        terms.gradient[d] = -wall_terms[d].gradient * side[d] * (inside_fraction / (1 - wall_terms[d].volume));
        for (int e = 0; e < D; ++e)
            if (e != d) terms.laplacian[d] += wall_terms[e].laplacian;  // a wall acts on the motion along it
    }
    return terms;
}

// Whether all of four points are inside the container, so that none needs a collision response: keep_inside() or
// reflect_inside() (sph/mirror_walls.h).
template <int D>
bool all_inside(const Walls& walls, glm::vec3 offset, const Float4 (&x)[D]) {
    Float4 from[D], r2 = splat(0.0f);
    for (int d = 0; d < D; ++d) {
        from[d] = x[d] - walls.centre[d] - offset[d];
        r2 += from[d] * from[d];
    }
    if (walls.shape == Shape::circle) return !any(r2 > walls.half.x * walls.half.x);
    Int4 outside{};
    for (int d = 0; d < D; ++d) outside |= abs(from[d]) > walls.half[d];
    return !any(outside);
}

// Inelastic collision response: moves a point back inside, to `inset` from the wall, and removes its velocity towards
// the wall. True if it was outside.
template <int D>
bool keep_inside(const Walls& walls, const Motion& container, glm::vec3 offset, float inset, float (&x)[D],
                 float (&v)[D]) {
    if (walls.shape == Shape::circle) {
        float r2 = 0, from[D];
        for (int d = 0; d < D; ++d) {
            from[d] = x[d] - walls.centre[d] - offset[d];
            r2 += from[d] * from[d];
        }
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
