// The implicit viscosity between a fluid and rigid bodies (sph/implicit_viscosity.h): each point s of a body's volume
// drags the particles near it by k_is (v_s - v_i), with k of Monaghan's form. D is 2 or 3.
#pragma once
#include <algorithm>
#include <glm/geometric.hpp>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "rigid/rigid_solver.h"
#include "sph/body_volume.h"
#include "sph/fluid_view.h"
#include "sph/interactions.h"
#include "sph/smoothing_kernels.h"

namespace slosh::sph {

template <int D>
class BodyViscosity {
public:
    BodyViscosity() = default;
    explicit BodyViscosity(float h) : h_(h), spline_(h) {}

    // Before a solve for dt. A light body follows the fluid rather than hold it: its coefficients k are divided by
    // 1 + dt K / m, with the sum K of all, so that the impulse of the fluid never carries it beyond the fluid's
    // velocity.
    void begin(const BodyVolume<D>& volume, std::span<const Body> bodies, const FluidView<D>& fluid, const auto& cells,
               float dt, Jobs& jobs) {
        gather(volume, fluid, cells, jobs);
        total_rate_.assign(bodies.size(), 0);
        for (int s = 0; s < volume.count(); ++s) total_rate_[static_cast<size_t>(volume.body[s])] += rate_[s];
        for (int s = 0; s < volume.count(); ++s) {
            const auto b = static_cast<size_t>(volume.body[s]);
            const Body& body = bodies[b];
            const float r = body.bounding_radius(D),
                        inv_inertia = std::max({body.inv_inertia.x, body.inv_inertia.y, body.inv_inertia.z});
            drag_scale_[s] = 1 / (1 + dt * (body.inv_mass + r * r * inv_inertia) * total_rate_[b]);
        }
    }

    // rate += sum of k, pull[d] += sum of k (v - frame) over the points around particle i.
    void add(const BodyVolume<D>& volume, const FluidView<D>& fluid, int i, glm::vec3 frame, float& rate,
             float (&pull)[D]) const {
        float at[D];
        for (int d = 0; d < D; ++d) at[d] = fluid.x[d][i];
        if (!volume.is_near(at, h_)) return;
        const Float4 two_mu = fluid.two_mu_at(i, broadcast);
        Float4 total{}, momentum[D] = {};
        for_slots_at<D>(volume.cells, at, [&](int j) {
            const Float4 drag = shear_slope(squared_distance_from<D>(at, volume.x, j)) * load(&volume.volume[j]) *
                                load(&drag_scale_[j]) * two_mu * fluid.volume[i];
            total += drag;
            for (int d = 0; d < D; ++d) momentum[d] += drag * (load(&volume.v[d][j]) - frame[d]);
        });
        rate += reduce_add(total) * spline_.slope_scale;
        for (int d = 0; d < D; ++d) pull[d] += reduce_add(momentum[d]) * spline_.slope_scale;
    }

    // After a solve: the reactions on the bodies in dt, of a fluid that has its new velocities.
    void apply(const BodyVolume<D>& volume, RigidSolver& bodies, const FluidView<D>& fluid, const auto& cells, float dt,
               Jobs& jobs) {
        gather(volume, fluid, cells, jobs);
        const std::span<const Body> all = bodies.view();
        total_impulse_.assign(all.size(), {});
        for (int s = 0; s < volume.count(); ++s) {
            const auto b = static_cast<size_t>(volume.body[s]);
            glm::vec3 impulse(0), arm(0);
            for (int d = 0; d < D; ++d)
                impulse[d] = (momentum_[d][s] - rate_[s] * volume.v[d][s]) * (drag_scale_[s] * dt),
                arm[d] = volume.x[d][s] - all[b].position[d];
            total_impulse_[b].linear += impulse, total_impulse_[b].angular += glm::cross(arm, impulse);
        }
        for (size_t b = 0; b < all.size(); ++b) {
            const Body& body = all[b];
            bodies.add_velocity(static_cast<int>(b), total_impulse_[b].linear * body.inv_mass,
                                body.axes * (body.inv_inertia * (total_impulse_[b].angular * body.axes)));
        }
    }

private:
    struct Impulse {
        glm::vec3 linear{0, 0, 0}, angular{0, 0, 0};
    };

    // -(dW/dr) / r over the scale factor of the slope.
    Float4 shear_slope(Float4 r2) const { return -CubicSpline<D>::slope(max(sqrt(r2) * (1 / h_), splat(smallest_q))); }

    void gather(const BodyVolume<D>& volume, const FluidView<D>& fluid, const auto& cells, Jobs& jobs) {
        if (rate_.size() != volume.count()) {
            rate_.assign(volume.count()), drag_scale_.assign(volume.count(), 1);
            for (SimdArray<float>& axis : momentum_) axis.assign(volume.count());
        }
        jobs.for_range(volume.count(), 32, [&](int begin, int end) {
            for (int s = begin; s < end; ++s) {
                float at[D];
                for (int d = 0; d < D; ++d) at[d] = volume.x[d][s];
                Float4 total{}, momentum[D] = {};
                for_slots_at<D>(cells, at, [&](int j) {
                    const Float4 drag = shear_slope(squared_distance_from<D>(at, fluid.x, j)) * load(&fluid.volume[j]) *
                                        fluid.two_mu_at(j, consecutive);
                    total += drag;
                    for (int d = 0; d < D; ++d) momentum[d] += drag * load(&fluid.v[d][j]);
                });
                const float scale = volume.volume[s] * spline_.slope_scale;
                rate_[s] = reduce_add(total) * scale;
                for (int d = 0; d < D; ++d) momentum_[d][s] = reduce_add(momentum[d]) * scale;
            }
        });
    }

    float h_ = 1;
    CubicSpline<D> spline_{1};
    // By point: sum of k over the particles around it, without drag_scale_, and of k times their velocities.
    SimdArray<float> rate_, momentum_[D];
    SimdArray<float> drag_scale_;
    std::vector<float> total_rate_;  // by body
    std::vector<Impulse> total_impulse_;
};

}  // namespace slosh::sph
