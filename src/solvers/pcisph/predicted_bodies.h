// Rigid bodies in PCISPH: they are predicted together with the fluid.
//
// The coupling is that of sph/body_coupling.h (Akinci et al. 2012). Forces act at the positions at the start of a
// sub-step; densities are summed at the predicted ones. With every pressure correction the bodies are predicted again
// from the forces so far, including contacts and pointer grabs, so that their recoil enters the densities. Pressures
// computed with bodies at rest would throw light ones out. The last prediction becomes the new state. D is 2 or 3.
#pragma once
#include <glm/geometric.hpp>

#include "base/vectors.h"
#include "solvers/pcisph/kernel.h"
#include "sph/body_coupling.h"
#include "sph/time_step.h"

namespace slosh::pcisph {

template <int D>
class PredictedBodies {
public:
    using BodyViscosity = sph::BodyViscosity<D, BodyKernel<D>>;

    // `volume`: of a particle; `capacity`: in particles.
    PredictedBodies(const Domain& domain, float spacing, float h, float volume, int capacity)
        : couplings_{{domain, spacing, support * h}, {domain, spacing, support * h}},
          viscosity_(support * h),
          walls_(domain.walls),
          spacing_(spacing),
          volume_at_rest_(volume),
          capacity_(capacity) {
        allocate();
    }

    bool empty() const { return current().empty(); }
    std::span<const Body> view() const { return current().view(); }
    void set_grabs(std::span<const Grab> grabs) {
        current().set_grabs(grabs);
        grabbed_ = !grabs.empty();
    }
    Outcome add_body(const BodyDef& def, glm::vec3 offset) {
        predicted().add_body(def, offset);
        const Outcome result = current().add_body(def, offset);
        allocate();
        return result;
    }

    void set_drawn(std::span<const BodyDef> defs, glm::vec3 offset) {
        for (Coupling& coupling : couplings_) coupling.set_drawn(defs, offset);
        allocate();
    }

    // The sub-steps in which no point of a body moves further than max_displacement relative to the container, and the
    // spring of a grab is stable.
    float substeps(float dt, float max_displacement, glm::vec3 gravity, glm::vec3 container_velocity) const {
        constexpr float grab_rate = 200;  // sub-steps per second
        float max_speed = 0;
        for (const Body& b : view()) {
            const glm::vec3 v = b.velocity - container_velocity;
            const float rotation = length_of(b.angular_velocity) * b.bounding_radius(D);
            max_speed = std::max(max_speed, length_of(v) + rotation);
        }
        if (!empty()) max_speed += sph::gravity_speed_gain(gravity, dt);
        return std::max(dt * max_speed / max_displacement, grabbed_ ? dt * grab_rate : 0);
    }

    // The fluid at the start of a sub-step, of `count` particles, without volumes. The corrections update its pressure.
    template <class AnyCells>
    void begin(const sph::FluidView<D>& fluid, int count, const AnyCells& cells, Jobs& jobs) {
        fluid_ = fluid;
        fluid_.volume = volume_.data();
        count_ = count;
        current().weigh_surface(fluid_, cells, jobs);
    }

    // The fractions of particle i's neighbourhood that bodies fill: now, and at the predicted positions.
    float volume_fraction(int i) const { return volume_fraction_in(current(), fluid_.x, i); }
    float predicted_volume_fraction(const SimdArray<float>* x, int i) const {
        return volume_fraction_in(couplings_[1 - current_index_], x, i);
    }

    // displacement[d][i] += scale times the force on particle i, less its value of the last call unless `first`.
    void add_force(int i, float scale, bool first, SimdArray<float>* displacement) {
        float force[D] = {};
        force_on(fluid_, i, force);
        for (int d = 0; d < D; ++d) {
            displacement[d][i] += (first ? force[d] : force[d] - force_[d][i]) * scale;
            force_[d][i] = force[d];
        }
    }

    // --- implicit viscosity: those of sph/body_coupling.h, for the fluid as of begin() ---

    void kick(float dt, glm::vec3 gravity) { current().kick(dt, gravity); }
    BodyViscosity* begin_viscosity(const NeighbourList<D>& cells, glm::vec3 frame, float dt, Jobs& jobs) {
        return current().begin_viscosity(viscosity_, fluid_, cells, frame, dt, jobs);
    }
    void end_viscosity(BodyViscosity* viscosity) { current().end_viscosity(viscosity); }

    // Predicts the bodies from the reactions of the fluid. The container is at `offset` and moves with `velocity`.
    template <class AnyCells>
    void predict(const AnyCells& cells, float dt, glm::vec3 offset, glm::vec3 velocity, Jobs& jobs) {
        current().apply_forces_to_bodies(fluid_, cells, jobs);
        predicted().predict_from(current(), dt, fluid_.gravity, offset, velocity, jobs);
    }

    // Commits the predicted poses, then pushes out particles that a body has overlapped, by a bounded distance and
    // exchanging momentum with the body. `offset`: of the container; `mass`: of a particle.
    void commit_prediction(sph::ParticleArrays<D>& fluid, glm::vec3 offset, float mass, Jobs& jobs) {
        current_index_ = 1 - current_index_;
        jobs.for_range(count_, sph::cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                maybe_inside_[i] = 0;
                for (const Body& body : view())
                    if (is_within_bounds(body, fluid, i)) maybe_inside_[i] = 1;
            }
        });
        for (int i = 0; i < count_; ++i)
            for (int b = 0; maybe_inside_[i] && b < static_cast<int>(view().size()); ++b)
                if (is_within_bounds(view()[static_cast<size_t>(b)], fluid, i)) push_out(b, fluid, i, offset, mass);
    }

private:
    using Coupling = sph::BodyCoupling<D, BodyKernel<D>>;
    // Support of the coupling, in that of the fluid's kernel, for which both kernels are as steep at a surface.
    static constexpr float support = 0.925f;

    const Coupling& current() const { return couplings_[current_index_]; }
    Coupling& current() { return couplings_[current_index_]; }
    Coupling& predicted() { return couplings_[1 - current_index_]; }

    // Not inlined, one copy each, to keep the module small.
    [[gnu::noinline]] float volume_fraction_in(const Coupling& bodies, const SimdArray<float>* x, int i) const {
        return bodies.volume_fraction_at(x, i);
    }
    [[gnu::noinline]] void force_on(const sph::FluidView<D>& view, int i, float (&force)[D]) const {
        current().add_force(view, i, force);
    }

    static bool is_within_bounds(const Body& body, const sph::ParticleArrays<D>& fluid, int i) {
        const float radius = body.bounding_radius(D);
        float r2 = 0;
        for (int d = 0; d < D; ++d) {
            const float offset = fluid.x[d][i] - body.position[d];
            r2 += offset * offset;
        }
        return r2 < radius * radius;
    }

    // A particle inside a body stops moving inwards and is moved out by a bounded distance, up to half a spacing below
    // the surface, where the layer of boundary samples is. Where a wall blocks the exit the particle takes the velocity
    // of the body and slides along the wall, away from the body's centre.
    void push_out(int b, sph::ParticleArrays<D>& fluid, int i, glm::vec3 offset, float mass) {
        const Body& body = view()[static_cast<size_t>(b)];
        glm::vec3 at(0), velocity(0), outwards;
        for (int d = 0; d < D; ++d) {
            at[d] = fluid.x[d][i];
            velocity[d] = fluid.v[d][i];
        }
        const float depth = -body.distance(body.to_local(at), D, outwards), layer = 0.5f * spacing_;
        if (!(depth > 0)) return;
        glm::vec3 direction = body.axes * outwards, tangent = at - body.position;
        bool blocked = false;
        for (int d = 0; d < D && walls_.shape == Shape::box; ++d) {
            const float out = at[d] + direction[d] * (depth + layer) - walls_.centre[d] - offset[d];
            if ((out < 0 ? -out : out) < walls_.half[d]) continue;
            blocked = true;
            tangent[d] = 0;
        }
        glm::vec3 dv = body.velocity_at(at) - velocity;
        if (blocked) direction = tangent / (length_of(tangent) + 1e-6f * spacing_);
        else dv = direction * std::max(glm::dot(dv, direction), 0.0f);
        dv = current().exchange_impulse(b, at, dv, mass);
        at += direction * std::clamp(blocked ? depth : depth - layer, 0.0f, 0.1f * spacing_);
        for (int d = 0; d < D; ++d) {
            fluid.x[d][i] = at[d];
            fluid.v[d][i] += dv[d];
        }
    }

    // No memory is needed where there are no bodies.
    void allocate() {
        if (empty() || volume_.size() == capacity_) return;
        volume_.assign(capacity_, volume_at_rest_);
        maybe_inside_.assign(capacity_);
        for (SimdArray<float>& a : force_) a.assign(capacity_);
    }

    Coupling couplings_[2];  // current and predicted poses
    int current_index_ = 0;  // index of the current ones
    BodyViscosity viscosity_;
    Walls walls_;
    float spacing_, volume_at_rest_;
    int capacity_, count_ = 0;
    bool grabbed_ = false;
    sph::FluidView<D> fluid_{};
    // By slot. maybe_inside_: within the bounding radius of a body.
    SimdArray<float> volume_, force_[D];
    SimdArray<uint8_t> maybe_inside_;
};

}  // namespace slosh::pcisph
