// Rigid bodies in an SPH fluid, both ways.
//
// Akinci et al. 2012 ("Versatile rigid-fluid coupling for incompressible SPH"): a body is points with volumes
// (rigid/boundary_samples.h). They count towards the density of the fluid, rho_i += rho_0 sum_b V_b W_ib, and a point
// has the pressure of the fluid particle that it meets, carried on to where the point is (Adami et al. 2012):
//
//   p_b = p_i + rho_0 g . (x_b - x_i), from 0 to 2 p_i;   F_i = -V_i V_b (p_i + p_b) grad W_ib
//
// with the viscosity of the fluid between them. What acts on a particle acts on the body the other way round. Each side
// is summed where it is needed, in a fixed order: the same bits for any number of workers. D is 2 or 3.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "rigid/boundary_samples.h"
#include "rigid/rigid_solver.h"
#include "sph/smoothing_kernels.h"
#include "sph/sph.h"

namespace slosh::sph {

// What the coupling reads of the fluid, by slot, and its constants.
template <int D>
struct FluidView {
    const SimdArray<float>*x, *v;  // D of each
    const float *volume, *pressure;
    float rest_density, drag, artificial;  // drag: 2 mu; artificial: rho alpha c h
    glm::vec3 gravity;
    // Where there are several kinds, each particle's own in place of the first three constants, else nothing.
    struct {
        const float *rest_density = nullptr, *drag = nullptr, *artificial = nullptr;
    } kinds = {};
};

template <int D>
class BodyCoupling {
public:
    BodyCoupling() = default;
    BodyCoupling(const Domain& domain, float spacing, float h)
        : bodies_(domain), spacing_(spacing), h_(h), spline_(CubicSpline<D>(h)) {
        sample();
    }

    bool empty() const { return bodies_.empty(); }
    std::span<const Body> view() const { return bodies_.view(); }
    float max_speed() const { return bodies_.max_speed(); }
    void set_grabs(std::span<const Grab> grabs) { bodies_.set_grabs(grabs); }
    Outcome add_body(const BodyDef& def, glm::vec3 offset) {
        const Outcome result = bodies_.add(def, offset);
        if (result.accepted) sample();
        return result;
    }

    void kick(float dt, glm::vec3 gravity) { bodies_.kick(dt, gravity); }

    // After the fluid has moved: the bodies follow, and what they have run over comes out at a bounded pace.
    void move(float dt, glm::vec3 offset, glm::vec3 velocity, ParticleArrays<D>& fluid, Jobs& jobs) {
        bodies_.move(dt, offset, velocity);
        if (!at_rest()) place(jobs);
        const float pace = 0.1f * spacing_;
        jobs.for_range(fluid.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                glm::vec3 at(0);
                for (int d = 0; d < D; ++d) at[d] = fluid.x[d][i];
                if (!near(at, 0)) continue;
                for (const Body& b : bodies_.view()) {
                    const glm::vec3 from = at - b.position;
                    const float reach = b.reach(D);
                    if (from.x * from.x + from.y * from.y + from.z * from.z >= reach * reach) continue;
                    glm::vec3 outwards;
                    const float depth = -b.distance(b.to_own(at), D, outwards) - 0.5f * spacing_;
                    if (depth > 0) at += b.axes * outwards * std::min(depth, pace);
                }
                for (int d = 0; d < D; ++d) fluid.x[d][i] = at[d];
            }
        });
    }

    // As `now`, and dt further under the forces on it: a prediction, for which no fluid makes way.
    void follow(const BodyCoupling& now, float dt, glm::vec3 gravity, glm::vec3 offset, glm::vec3 velocity,
                Jobs& jobs) {
        bodies_ = now.bodies_;
        bodies_.kick(dt, gravity);
        bodies_.move(dt, offset, velocity);
        if (!at_rest()) place(jobs);
    }

    // A particle of this mass at `at` gains speed from a body: what it really gains, as the body yields.
    glm::vec3 strike(int body, glm::vec3 at, glm::vec3 gained, float mass) {
        return bodies_.strike(body, at, gained, mass);
    }

    // Where the samples are now; `move` does it too.
    void place(Jobs& jobs);

    // The share of a particle's neighbourhood that bodies fill.
    float volume_fraction_at(const ParticleArrays<D>& fluid, int i) const { return volume_fraction_at(fluid.x, i); }
    float volume_fraction_at(const SimdArray<float>* x, int i) const {
        IndexRange ranges[CellGrid::max_ranges];
        const int count = ranges_near(x, i, ranges);
        Float4 total{};
        for (int k = 0; k < count; ++k)
            for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) {
                Float4 r2{};
                for (int d = 0; d < D; ++d) {
                    const Float4 way = load(&x_[d][j]) - x[d][i];
                    r2 += way * way;
                }
                total += CubicSpline<D>::w(sqrt(r2) * (1 / h_)) * load(&volume_[j]);
            }
        return count ? reduce_add(total) * spline_.scale : 0;
    }

    // force[d] += what the bodies do to particle i.
    void add_force(const FluidView<D>& fluid, int i, float (&force)[D]) const {
        IndexRange ranges[CellGrid::max_ranges];
        const int count = ranges_near(fluid.x, i, ranges);
        if (count == 0) return;
        Side mine, theirs;
        for (int d = 0; d < D; ++d) mine.x[d] = splat(fluid.x[d][i]), mine.v[d] = splat(fluid.v[d][i]);
        mine.volume = splat(fluid.volume[i]);
        const Medium medium(fluid, i, broadcast);
        const Float4 pressure = splat(fluid.pressure[i]);
        Float4 total[D] = {};
        for (int k = 0; k < count; ++k)
            for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) {
                for (int d = 0; d < D; ++d) theirs.x[d] = load(&x_[d][j]), theirs.v[d] = load(&v_[d][j]);
                theirs.volume = load(&volume_[j]);
                meet(fluid, medium, mine, pressure, theirs, total);
            }
        for (int d = 0; d < D; ++d) force[d] += reduce_add(total[d]) * spline_.slope_scale;
    }

    // The same on the bodies, the other way round. `cells` are those of the fluid.
    template <class AnyCells>
    void apply_forces_to_bodies(const FluidView<D>& fluid, const AnyCells& cells, Jobs& jobs) {
        jobs.for_range(x_[0].size(), 32, [&](int begin, int end) {
            for (int s = begin; s < end; ++s) {
                for (int d = 0; d < D; ++d) force_[d][s] = 0;
                if (bodies_.view()[static_cast<size_t>(body_[s])].is_kinematic()) continue;  // whatever pushes it
                IndexRange ranges[AnyCells::max_ranges];
                float at[D];
                for (int d = 0; d < D; ++d) at[d] = x_[d][s];
                const int count = ranges_at<D>(cells, at, ranges);
                Side mine, theirs;
                for (int d = 0; d < D; ++d) mine.x[d] = splat(x_[d][s]), mine.v[d] = splat(v_[d][s]);
                mine.volume = splat(volume_[s]);
                Float4 total[D] = {};
                for (int k = 0; k < count; ++k)
                    for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) {
                        for (int d = 0; d < D; ++d)
                            theirs.x[d] = load(&fluid.x[d][j]), theirs.v[d] = load(&fluid.v[d][j]);
                        theirs.volume = load(&fluid.volume[j]);
                        meet(fluid, Medium(fluid, j, consecutive), theirs, load(&fluid.pressure[j]), mine, total);
                    }
                for (int d = 0; d < D; ++d) force_[d][s] = -reduce_add(total[d]) * spline_.slope_scale;
            }
        });
        bodies_.clear_forces();
        const std::span<const Body> all = bodies_.view();
        for (int s = 0; s < x_[0].size(); ++s) {
            glm::vec3 f(0), arm(0);
            const int b = body_[s];
            for (int d = 0; d < D; ++d)
                f[d] = force_[d][s], arm[d] = x_[d][s] - all[static_cast<size_t>(b)].position[d];
            bodies_.push(b, f, glm::cross(arm, f));
        }
    }

private:
    struct Side {
        Float4 x[D], v[D], volume;
    };

    // What the fluid is there.
    struct Medium {
        Float4 rest_density, drag, artificial;
        Medium(const FluidView<D>& fluid, int i, auto read)
            : rest_density(fluid.kinds.rest_density ? read(fluid.kinds.rest_density + i) : splat(fluid.rest_density)),
              drag(fluid.kinds.drag ? read(fluid.kinds.drag + i) : splat(fluid.drag)),
              artificial(fluid.kinds.artificial ? read(fluid.kinds.artificial + i) : splat(fluid.artificial)) {}
    };

    // total += the force on the fluid's side, without the kernel's scale.
    void meet(const FluidView<D>& constants, const Medium& medium, const Side& fluid, Float4 pressure, const Side& body,
              Float4* total) const {
        Float4 way[D], velocity[D], r2{}, v_dot_r{}, deeper{};
        for (int d = 0; d < D; ++d) {
            way[d] = body.x[d] - fluid.x[d], velocity[d] = body.v[d] - fluid.v[d];
            r2 += way[d] * way[d], v_dot_r += velocity[d] * way[d], deeper += way[d] * constants.gravity[d];
        }
        const Float4 slope = CubicSpline<D>::slope(max(sqrt(r2) * (1 / h_), splat(smallest_q)));
        const Float4 both = fluid.volume * body.volume, zero = splat(0.0f), twice = 2.0f * pressure;
        // Where the fluid pulls (negative pressure, a choice of the solver) its own pressure is taken as it is.
        const Float4 carried = clamp(pressure + medium.rest_density * deeper, zero, max(twice, zero));
        const Float4 sum_of_both = select(pressure > 0.0f, pressure + carried, twice);
        const Float4 pi_ij = min(v_dot_r, zero) * medium.artificial / (r2 + 0.01f * h_ * h_);
        const Float4 radial = slope * both * (sum_of_both - pi_ij), shear = slope * both * -medium.drag;
        for (int d = 0; d < D; ++d) total[d] += radial * way[d] + shear * velocity[d];
    }

    // Nothing but rocks: their samples stay where they are.
    bool at_rest() const {
        const std::span<const Body> all = bodies_.view();
        return std::all_of(all.begin(), all.end(), [](const Body& b) {
            return b.is_kinematic() && b.velocity == glm::vec3(0) && b.oscillation == glm::vec3(0);
        });
    }

    bool near(const auto& at, float margin) const {
        for (int d = 0; d < D; ++d)
            if (!(at[d] > lo_[d] - margin && at[d] < hi_[d] + margin)) return false;
        return true;
    }
    int ranges_near(const SimdArray<float>* x, int i, IndexRange* ranges) const {
        float at[D];
        for (int d = 0; d < D; ++d) at[d] = x[d][i];
        return near(at, h_) ? ranges_at<D>(cells_, at, ranges) : 0;
    }

    void sample() {
        own_.clear(), owner_.clear();
        for (size_t b = 0; b < bodies_.view().size(); ++b)
            for (const BoundarySample& s : sample_body(bodies_.view()[b], D, spacing_, h_)) {
                own_.push_back(s);
                owner_.push_back(static_cast<int>(b));
            }
        const int count = static_cast<int>(own_.size());
        for (int d = 0; d < D; ++d) {
            for (SimdArray<float>* a : {&unsorted_[d], &x_[d], &v_[d], &force_[d]}) a->assign(count);
            unsorted_[d].pad_with(far_away), x_[d].pad_with(far_away);
        }
        volume_.assign(count), body_.assign(count);
        Jobs alone;
        if (count > 0) place(alone);
    }

    RigidSolver bodies_;
    float spacing_ = 1, h_ = 1;
    CubicSpline<D> spline_{1};
    std::vector<BoundarySample> own_;  // in the order of the bodies, with its body
    std::vector<int> owner_;
    SimdArray<float> unsorted_[D], x_[D], v_[D], volume_, force_[D];  // all but the first in the order of the cells
    SimdArray<int> body_;
    glm::vec3 lo_{0, 0, 0}, hi_{0, 0, 0};  // around all bodies
    CellGrid cells_;
};

template <int D>
void BodyCoupling<D>::place(Jobs& jobs) {
    const std::span<const Body> all = bodies_.view();
    const int count = x_[0].size();
    lo_ = glm::vec3(1e30f), hi_ = glm::vec3(-1e30f);
    for (const Body& b : all)
        for (int d = 0; d < D; ++d) {
            lo_[d] = std::min(lo_[d], b.position[d] - b.reach(D));
            hi_[d] = std::max(hi_[d], b.position[d] + b.reach(D));
        }
    for (int s = 0; s < count; ++s) {
        const auto k = static_cast<size_t>(s);
        const glm::vec3 at = all[static_cast<size_t>(owner_[k])].to_world(own_[k].own);
        for (int d = 0; d < D; ++d) unsorted_[d][s] = at[d];
    }
    cells_.build(D, lo_, hi_, h_ * 1.001f, count, unsorted_[0].data(), unsorted_[1].data(), unsorted_[D - 1].data(),
                 jobs);
    for (int slot = 0; slot < count; ++slot) {
        const int s = static_cast<int>(cells_.order()[static_cast<size_t>(slot)]);
        const auto k = static_cast<size_t>(s);
        body_[slot] = owner_[k], volume_[slot] = own_[k].volume;
        glm::vec3 at(0);
        for (int d = 0; d < D; ++d) at[d] = x_[d][slot] = unsorted_[d][s];
        const glm::vec3 velocity = all[static_cast<size_t>(owner_[k])].velocity_at(at);
        for (int d = 0; d < D; ++d) v_[d][slot] = velocity[d];
    }
}

}  // namespace slosh::sph
