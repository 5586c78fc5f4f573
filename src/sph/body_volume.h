// The interior of rigid bodies as points with volumes (rigid/boundary_samples.h), in the cells of a neighbour search. D
// is 2 or 3.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "base/simd_array.h"
#include "rigid/boundary_samples.h"
#include "search/cell_grid.h"

namespace slosh::sph {

template <int D>
struct BodyVolume {
    // One or four points, or particles of the fluid.
    struct Point {
        Float4 x[D], v[D], volume;
    };

    std::vector<BoundarySample> samples;  // in the order of the bodies
    std::vector<int> sample_body;
    SimdArray<float> unsorted[D];                   // positions in the order of samples
    SimdArray<float> x[D], v[D], volume, force[D];  // by slot of cells: m, m/s, m^D, and on the body, N
    SimdArray<int> body;                            // index of the body
    glm::vec3 lo{0, 0, 0}, hi{0, 0, 0};             // m: bounding box of all bodies
    CellGrid cells;

    int count() const { return x[0].size(); }

    Point at(int s, auto read) const {
        Point p;
        for (int d = 0; d < D; ++d) p.x[d] = read(&x[d][s]), p.v[d] = read(&v[d][s]);
        p.volume = read(&volume[s]);
        return p;
    }

    bool is_near(const auto& position, float margin) const {
        for (int d = 0; d < D; ++d)
            if (!(position[d] > lo[d] - margin && position[d] < hi[d] + margin)) return false;
        return true;
    }

    [[gnu::cold, gnu::noinline]] void sample(std::span<const Body> bodies, float spacing, float h) {
        samples.clear(), sample_body.clear();
        for (size_t b = 0; b < bodies.size(); ++b)
            for (const BoundarySample& s : slosh::sample_body(bodies[b], D, spacing, h)) {
                if (is_in_earlier_drawn(bodies, b, s.local, D)) continue;
                samples.push_back(s);
                sample_body.push_back(static_cast<int>(b));
            }
        const int size = static_cast<int>(samples.size());
        for (int d = 0; d < D; ++d) {
            for (SimdArray<float>* a : {&unsorted[d], &x[d], &v[d], &force[d]}) a->assign(size);
            unsorted[d].pad_with(far_away), x[d].pad_with(far_away);
        }
        volume.assign(size), body.assign(size);
    }

    // Moves the points to the positions of the bodies.
    void update(std::span<const Body> bodies, float h, Jobs& jobs) {
        lo = glm::vec3(1e30f), hi = glm::vec3(-1e30f);
        for (const Body& b : bodies)
            for (int d = 0; d < D; ++d) {
                lo[d] = std::min(lo[d], b.position[d] - b.bounding_radius(D));
                hi[d] = std::max(hi[d], b.position[d] + b.bounding_radius(D));
            }
        for (int s = 0; s < count(); ++s) {
            const auto k = static_cast<size_t>(s);
            const glm::vec3 to = bodies[static_cast<size_t>(sample_body[k])].to_world(samples[k].local);
            for (int d = 0; d < D; ++d) unsorted[d][s] = to[d];
        }
        cells.build(D, lo, hi, h * 1.001f, count(), unsorted[0].data(), unsorted[1].data(), unsorted[D - 1].data(),
                    jobs);
        for (int slot = 0; slot < count(); ++slot) {
            const int s = static_cast<int>(cells.order()[static_cast<size_t>(slot)]);
            const auto k = static_cast<size_t>(s);
            body[slot] = sample_body[k], volume[slot] = samples[k].volume;
            glm::vec3 to(0);
            for (int d = 0; d < D; ++d) to[d] = x[d][slot] = unsorted[d][s];
            const glm::vec3 velocity = bodies[static_cast<size_t>(sample_body[k])].velocity_at(to);
            for (int d = 0; d < D; ++d) v[d][slot] = velocity[d];
        }
    }
};

// Of a position from the four slots from j on.
template <int D>
Float4 squared_distance_from(const float (&at)[D], const SimdArray<float>* x, int j) {
    Float4 r2{};
    for (int d = 0; d < D; ++d) {
        const Float4 offset = load(&x[d][j]) - at[d];
        r2 += offset * offset;
    }
    return r2;
}

}  // namespace slosh::sph
