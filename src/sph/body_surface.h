// The surfaces of rigid bodies as points with areas (rigid/boundary_samples.h). D is 2 or 3.
#pragma once
#include <glm/geometric.hpp>
#include <span>

#include "rigid/boundary_samples.h"
#include "sph/body_points.h"

namespace slosh::sph {

template <int D>
class BodySurface : public BodyPoints<D, SurfaceSample> {
public:
    // One or four points.
    struct Point {
        Float4 x[D], v[D], area[D], inv_area2, weight;
    };

    // By slot of cells: area times outward normal, m^(D - 1); 1 over its square; weight of the fluid near it.
    SimdArray<float> area[D], inv_area2, weight;

    Point at(int s, auto read) const {
        Point p;
        for (int d = 0; d < D; ++d)
            p.x[d] = read(&this->x[d][s]), p.v[d] = read(&this->v[d][s]), p.area[d] = read(&area[d][s]);
        p.inv_area2 = read(&inv_area2[s]), p.weight = read(&weight[s]);
        return p;
    }

    [[gnu::cold, gnu::noinline]] void sample(std::span<const Body> bodies, float spacing) {
        this->clear();
        for (size_t b = 0; b < bodies.size(); ++b)
            for (const SurfaceSample& s : sample_surface(bodies[b], D, spacing))
                if (!is_in_other_drawn(bodies, b, s.local, D)) this->add(b, s);
        this->allocate();
        for (SimdArray<float>& a : area) a.assign(this->count());
        inv_area2.assign(this->count()), weight.assign(this->count());
    }

    // Moves the points to the positions of the bodies, which lie in the box from lo to hi.
    void update(std::span<const Body> bodies, glm::vec3 lo, glm::vec3 hi, float h, Jobs& jobs) {
        this->move_to(bodies, lo, hi, h, jobs, [&](int slot, const SurfaceSample& s, const Body& of) {
            const glm::vec3 directed = of.axes * s.area;
            for (int d = 0; d < D; ++d) area[d][slot] = directed[d];
            inv_area2[slot] = 1 / glm::dot(directed, directed);
        });
    }
};

}  // namespace slosh::sph
