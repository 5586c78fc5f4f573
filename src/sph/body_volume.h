// The interior of rigid bodies as points with volumes (rigid/boundary_samples.h). D is 2 or 3.
#pragma once
#include <algorithm>
#include <span>

#include "rigid/boundary_samples.h"
#include "sph/body_points.h"

namespace slosh::sph {

template <int D>
class BodyVolume : public BodyPoints<D, BoundarySample> {
public:
    // One or four points, or particles of the fluid.
    struct Point {
        Float4 x[D], v[D], volume;
    };

    SimdArray<float> volume;             // by slot of cells: m^D
    glm::vec3 lo{0, 0, 0}, hi{0, 0, 0};  // m: bounding box of all bodies

    Point at(int s, auto read) const {
        Point p;
        for (int d = 0; d < D; ++d) p.x[d] = read(&this->x[d][s]), p.v[d] = read(&this->v[d][s]);
        p.volume = read(&volume[s]);
        return p;
    }

    bool is_near(const auto& position, float margin) const {
        for (int d = 0; d < D; ++d)
            if (!(position[d] > lo[d] - margin && position[d] < hi[d] + margin)) return false;
        return true;
    }

    [[gnu::cold, gnu::noinline]] void sample(std::span<const Body> bodies, float spacing, float h) {
        this->clear();
        for (size_t b = 0; b < bodies.size(); ++b)
            for (const BoundarySample& s : sample_body(bodies[b], D, spacing, h))
                if (!is_in_earlier_drawn(bodies, b, s.local, D)) this->add(b, s);
        this->allocate();
        volume.assign(this->count());
    }

    // Moves the points to the positions of the bodies.
    void update(std::span<const Body> bodies, float h, Jobs& jobs) {
        lo = glm::vec3(1e30f), hi = glm::vec3(-1e30f);
        for (const Body& b : bodies)
            for (int d = 0; d < D; ++d) {
                lo[d] = std::min(lo[d], b.position[d] - b.bounding_radius(D));
                hi[d] = std::max(hi[d], b.position[d] + b.bounding_radius(D));
            }
        this->move_to(bodies, lo, hi, h, jobs,
                      [&](int slot, const BoundarySample& s, const Body&) { volume[slot] = s.volume; });
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
