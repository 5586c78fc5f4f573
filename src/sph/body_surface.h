// The surfaces of rigid bodies as points with areas (rigid/boundary_samples.h), in the cells of a neighbour search. D
// is 2 or 3.
#pragma once
#include <glm/geometric.hpp>
#include <span>
#include <vector>

#include "base/simd_array.h"
#include "rigid/boundary_samples.h"
#include "search/cell_grid.h"

namespace slosh::sph {

template <int D>
struct BodySurface {
    // One or four points.
    struct Point {
        Float4 x[D], v[D], area[D], inv_area2, weight;
    };

    std::vector<SurfaceSample> samples;  // in the order of the bodies
    std::vector<int> sample_body;
    SimdArray<float> unsorted[D];          // positions in the order of samples
    SimdArray<float> x[D], v[D], area[D];  // by slot of cells: m, m/s, and area times outward normal, m^(D - 1)
    SimdArray<float> inv_area2, weight;    // 1 over the square of the area; weight of the fluid near it
    SimdArray<float> force[D];             // on the body, N
    SimdArray<int> body;                   // index of the body
    CellGrid cells;

    int count() const { return x[0].size(); }

    Point at(int s, auto read) const {
        Point p;
        for (int d = 0; d < D; ++d) p.x[d] = read(&x[d][s]), p.v[d] = read(&v[d][s]), p.area[d] = read(&area[d][s]);
        p.inv_area2 = read(&inv_area2[s]), p.weight = read(&weight[s]);
        return p;
    }

    [[gnu::cold, gnu::noinline]] void sample(std::span<const Body> bodies, float spacing) {
        samples.clear(), sample_body.clear();
        for (size_t b = 0; b < bodies.size(); ++b)
            for (const SurfaceSample& s : sample_surface(bodies[b], D, spacing)) {
                if (is_in_other_drawn(bodies, b, s.local, D)) continue;
                samples.push_back(s);
                sample_body.push_back(static_cast<int>(b));
            }
        const int size = static_cast<int>(samples.size());
        for (int d = 0; d < D; ++d) {
            for (SimdArray<float>* a : {&unsorted[d], &x[d], &v[d], &area[d], &force[d]}) a->assign(size);
            unsorted[d].pad_with(far_away), x[d].pad_with(far_away);
        }
        inv_area2.assign(size), weight.assign(size), body.assign(size);
    }

    // Moves the points to the positions of the bodies, which lie in the box from lo to hi.
    void update(std::span<const Body> bodies, glm::vec3 lo, glm::vec3 hi, float h, Jobs& jobs) {
        for (int s = 0; s < count(); ++s) {
            const auto k = static_cast<size_t>(s);
            const glm::vec3 at = bodies[static_cast<size_t>(sample_body[k])].to_world(samples[k].local);
            for (int d = 0; d < D; ++d) unsorted[d][s] = at[d];
        }
        cells.build(D, lo, hi, h * 1.001f, count(), unsorted[0].data(), unsorted[1].data(), unsorted[D - 1].data(),
                    jobs);
        for (int slot = 0; slot < count(); ++slot) {
            const int s = static_cast<int>(cells.order()[static_cast<size_t>(slot)]);
            const auto k = static_cast<size_t>(s);
            const Body& of = bodies[static_cast<size_t>(sample_body[k])];
            glm::vec3 at(0);
            for (int d = 0; d < D; ++d) at[d] = x[d][slot] = unsorted[d][s];
            const glm::vec3 velocity = of.velocity_at(at), directed = of.axes * samples[k].area;
            for (int d = 0; d < D; ++d) v[d][slot] = velocity[d], area[d][slot] = directed[d];
            inv_area2[slot] = 1 / glm::dot(directed, directed), body[slot] = sample_body[k];
        }
    }
};

}  // namespace slosh::sph
