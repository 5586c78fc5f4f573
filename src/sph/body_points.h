// Rigid bodies as points (rigid/boundary_samples.h) that move with them, in the cells of a neighbour search: their
// interiors with volumes, their surfaces with areas. D is 2 or 3.
#pragma once
#include <algorithm>
#include <glm/geometric.hpp>
#include <span>
#include <vector>

#include "base/simd_array.h"
#include "domain/rigid_body.h"
#include "rigid/boundary_samples.h"
#include "search/cell_grid.h"

namespace slosh::sph {

// Sample has the position in its body, `local`.
template <int D, class Sample>
class BodyPoints {
public:
    SimdArray<float> x[D], v[D], force[D];  // by slot of cells: m, m/s, and on the body, N
    SimdArray<int> body;                    // index of the body
    CellGrid cells;

    int count() const { return x[0].size(); }

protected:
    void clear() {
        samples_.clear();
        sample_body_.clear();
    }

    void add(size_t body_index, const Sample& sample) {
        samples_.push_back(sample);
        sample_body_.push_back(static_cast<int>(body_index));
    }

    // Sizes the arrays for the samples added.
    void allocate() {
        const int size = static_cast<int>(samples_.size());
        for (int d = 0; d < D; ++d) {
            for (SimdArray<float>* a : {&unsorted_[d], &x[d], &v[d], &force[d]}) a->assign(size);
            unsorted_[d].pad_with(far_away);
            x[d].pad_with(far_away);
        }
        body.assign(size);
    }

    // Moves the points to the positions of the bodies, which lie in the box, and sorts them into cells of the size h.
    // Calls set_slot(slot, sample, its body) for the columns that only the interior or the surface has.
    void move_to(std::span<const Body> bodies, const Box& box, float h, Jobs& jobs, const auto& set_slot) {
        for (int s = 0; s < count(); ++s) {
            const auto k = static_cast<size_t>(s);
            const glm::vec3 at = bodies[static_cast<size_t>(sample_body_[k])].to_world(samples_[k].local);
            for (int d = 0; d < D; ++d) unsorted_[d][s] = at[d];
        }
        cells.build(D, box, h * cell_margin,
                    {count(), unsorted_[0].data(), unsorted_[1].data(), unsorted_[D - 1].data()}, jobs);
        for (int slot = 0; slot < count(); ++slot) {
            const int s = static_cast<int>(cells.order()[static_cast<size_t>(slot)]);
            const auto k = static_cast<size_t>(s);
            const Body& of = bodies[static_cast<size_t>(sample_body_[k])];
            body[slot] = sample_body_[k];
            glm::vec3 at(0);
            for (int d = 0; d < D; ++d) at[d] = x[d][slot] = unsorted_[d][s];
            const glm::vec3 velocity = of.velocity_at(at);
            for (int d = 0; d < D; ++d) v[d][slot] = velocity[d];
            set_slot(slot, samples_[k], of);
        }
    }

private:
    std::vector<Sample> samples_;  // in the order of the bodies
    std::vector<int> sample_body_;
    SimdArray<float> unsorted_[D];  // positions in the order of samples
};

// The interior.
template <int D>
class BodyVolume : public BodyPoints<D, BoundarySample> {
public:
    // One or four points, or particles of the fluid.
    struct Point {
        Float4 x[D], v[D], volume;
    };

    SimdArray<float> volume;              // by slot of cells: m^D
    Box box{glm::vec3(0), glm::vec3(0)};  // m: around all bodies

    Point at(int s, auto read) const {
        Point p;
        for (int d = 0; d < D; ++d) {
            p.x[d] = read(&this->x[d][s]);
            p.v[d] = read(&this->v[d][s]);
        }
        p.volume = read(&volume[s]);
        return p;
    }

    bool is_near(const auto& position, float margin) const {
        for (int d = 0; d < D; ++d)
            if (!(position[d] > box.lo[d] - margin && position[d] < box.hi[d] + margin)) return false;
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
    void update(std::span<const Body> bodies, float spacing, float h, Jobs& jobs) {
        box = {glm::vec3(1e30f), glm::vec3(-1e30f)};
        for (const Body& b : bodies)
            for (int d = 0; d < D; ++d) {
                const float radius = b.bounding_radius(D) + 2 * added_thickness(b, D, spacing);
                box.lo[d] = std::min(box.lo[d], b.position[d] - radius);
                box.hi[d] = std::max(box.hi[d], b.position[d] + radius);
            }
        this->move_to(bodies, box, h, jobs,
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

// The surface.
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
        for (int d = 0; d < D; ++d) {
            p.x[d] = read(&this->x[d][s]);
            p.v[d] = read(&this->v[d][s]);
            p.area[d] = read(&area[d][s]);
        }
        p.inv_area2 = read(&inv_area2[s]);
        p.weight = read(&weight[s]);
        return p;
    }

    [[gnu::cold, gnu::noinline]] void sample(std::span<const Body> bodies, float spacing) {
        this->clear();
        for (size_t b = 0; b < bodies.size(); ++b)
            for (const SurfaceSample& s : sample_surface(bodies[b], D, spacing))
                if (!is_in_other_drawn(bodies, b, s.local, D)) this->add(b, s);
        this->allocate();
        for (SimdArray<float>& a : area) a.assign(this->count());
        inv_area2.assign(this->count());
        weight.assign(this->count());
    }

    // Moves the points to the positions of the bodies, which lie in the box.
    void update(std::span<const Body> bodies, const Box& box, float h, Jobs& jobs) {
        this->move_to(bodies, box, h, jobs, [&](int slot, const SurfaceSample& s, const Body& of) {
            const glm::vec3 directed = of.axes * s.area;
            for (int d = 0; d < D; ++d) area[d][slot] = directed[d];
            inv_area2[slot] = 1 / glm::dot(directed, directed);
        });
    }
};

}  // namespace slosh::sph
