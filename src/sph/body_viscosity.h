// The implicit viscosity between a fluid and rigid bodies (sph/implicit_viscosity.h): each point s of a body's volume
// and the particles i near it drag each other by k_is (v_s - v_i), with k of Monaghan's form. The velocities of the
// bodies are unknowns of the same solve. D is 2 or 3.
#pragma once
#include <algorithm>
#include <glm/geometric.hpp>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "rigid/velocity_unknowns.h"
#include "search/neighbour_list.h"
#include "sph/body_points.h"
#include "sph/fluid_view.h"
#include "sph/interactions.h"
#include "sph/smoothing_kernels.h"

namespace slosh::sph {

template <int D, class Kernel>
class BodyViscosity {
public:
    explicit BodyViscosity(float h) : h_(h), kernel_(h) {}

    // What a solve for dt reads, until its end. Velocities are relative to `frame`.
    void begin(const BodyVolume<D>& volume, std::span<const Body> bodies, const FluidView<D>& fluid,
               const NeighbourList<D>& cells, glm::vec3 frame, float dt, Jobs& jobs) {
        volume_ = &volume;
        bodies_ = bodies;
        fluid_ = fluid;
        cells_ = &cells;
        frame_ = frame;
        dt_ = dt;
        jobs_ = &jobs;
        unknowns_.begin(bodies);
        impulses_.resize(bodies.size());
        if (rate_.size() != volume.count()) {
            rate_.assign(volume.count());
            for (int d = 0; d < D; ++d) {
                momentum_[d].assign(volume.count());
                velocity_[d].assign(volume.count());
            }
        }
    }

    // The sum of k over the points around particle i, kg/s.
    [[gnu::noinline]] float rate(int i) const {
        float at[D];
        for (int d = 0; d < D; ++d) at[d] = fluid_.x[d][i];
        if (!volume_->is_near(at, h_)) return 0;
        Float4 total{};
        for_slots_at<D>(volume_->cells, at, [&](int j) { total += drag(at, i, j); });
        return reduce_add(total) * kernel_.slope_scale;
    }
    // force += the sum of k v over the points around particle i, for the present direction.
    [[gnu::noinline]] void add_pull(int i, float (&force)[D]) const {
        if (!moves_) return;
        float at[D];
        for (int d = 0; d < D; ++d) at[d] = fluid_.x[d][i];
        Float4 total[D] = {};
        for_slots_at<D>(volume_->cells, at, [&](int j) {
            const Float4 k = drag(at, i, j);
            for (int d = 0; d < D; ++d) total[d] += k * load(&velocity_[d][j]);
        });
        for (int d = 0; d < D; ++d) force[d] += reduce_add(total[d]) * kernel_.slope_scale;
    }

    // --- conjugate gradients: rigid/velocity_unknowns.h; `fluid_direction` is the fluid's part of p ---

    VelocityUnknowns& unknowns() { return unknowns_; }
    void start() {
        unknowns_.start(frame_);
        find_point_velocities();
    }
    // The velocities of the points for the direction.
    [[gnu::noinline]] void find_point_velocities() {
        moves_ = unknowns_.moves();
        for (int s = 0; moves_ && s < volume_->count(); ++s) {
            const BodyVelocity& p = unknowns_.direction()[static_cast<size_t>(volume_->body[s])];
            const glm::vec3 v = p.linear + glm::cross(p.angular, arm_of(s));
            for (int d = 0; d < D; ++d) velocity_[d][s] = v[d];
        }
    }
    double find_residual(const SimdArray<float>* fluid_direction) {
        find_impulses(fluid_direction);
        return unknowns_.find_residual(impulses_);
    }
    double find_product(const SimdArray<float>* fluid_direction) {
        find_impulses(fluid_direction);
        return unknowns_.find_product(impulses_);
    }

private:
    // From the centre of its body to a point.
    glm::vec3 arm_of(int s) const {
        glm::vec3 arm(0);
        const Body& of = bodies_[static_cast<size_t>(volume_->body[s])];
        for (int d = 0; d < D; ++d) arm[d] = volume_->x[d][s] - of.position[d];
        return arm;
    }
    // k of particle i at `at` and four points, over the scale factor of the slope.
    Float4 drag(const float (&at)[D], int i, int j) const {
        return shear_slope(squared_distance_from<D>(at, volume_->x, j)) * load(&volume_->volume[j]) *
               fluid_.two_mu_at(i, broadcast) * fluid_.volume[i];
    }
    // -(dW/dr) / r over the scale factor of the slope.
    Float4 shear_slope(Float4 r2) const { return -Kernel::slope(max(sqrt(r2) * (1 / h_), splat(smallest_q))); }

    // dt times the forces and torques of a fluid with these velocities on the bodies that move with the direction.
    [[gnu::noinline]] void find_impulses(const SimdArray<float>* fluid_velocity) {
        jobs_->for_range(volume_->count(), 32, [&](int begin, int end) {
            for (int s = begin; s < end; ++s) {
                if (bodies_[static_cast<size_t>(volume_->body[s])].is_kinematic()) continue;
                float at[D];
                for (int d = 0; d < D; ++d) at[d] = volume_->x[d][s];
                Float4 total{}, momentum[D] = {};
                for_slots_at<D>(*cells_, at, [&](int j) {
                    const Float4 k = shear_slope(squared_distance_from<D>(at, fluid_.x, j)) * load(&fluid_.volume[j]) *
                                     fluid_.two_mu_at(j, consecutive);
                    total += k;
                    for (int d = 0; d < D; ++d) momentum[d] += k * load(&fluid_velocity[d][j]);
                });
                const float scale = volume_->volume[s] * kernel_.slope_scale;
                rate_[s] = reduce_add(total) * scale;
                for (int d = 0; d < D; ++d) momentum_[d][s] = reduce_add(momentum[d]) * scale;
            }
        });
        std::fill(impulses_.begin(), impulses_.end(), BodyVelocity{});
        for (int s = 0; s < volume_->count(); ++s) {
            const auto b = static_cast<size_t>(volume_->body[s]);
            if (bodies_[b].is_kinematic()) continue;
            glm::vec3 impulse(0);
            for (int d = 0; d < D; ++d)
                impulse[d] = dt_ * (momentum_[d][s] - (moves_ ? rate_[s] * velocity_[d][s] : 0));
            impulses_[b].linear += impulse;
            impulses_[b].angular += glm::cross(arm_of(s), impulse);
        }
    }

    float h_;
    Kernel kernel_;
    const BodyVolume<D>* volume_ = nullptr;
    std::span<const Body> bodies_;
    FluidView<D> fluid_{};
    const NeighbourList<D>* cells_ = nullptr;
    glm::vec3 frame_{0, 0, 0};
    float dt_ = 0;
    bool moves_ = false;  // the direction of a body is not 0
    Jobs* jobs_ = nullptr;
    VelocityUnknowns unknowns_;
    std::vector<BodyVelocity> impulses_;  // by body
    // By point: its velocity for p; the sum of k over the particles around it, and that of k times their velocities.
    SimdArray<float> velocity_[D], rate_, momentum_[D];
};

}  // namespace slosh::sph
