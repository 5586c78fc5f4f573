// Rigid bodies in PCISPH: they are predicted along with the fluid.
//
// The coupling is that of sph_bodies.h (Akinci et al. 2012). Forces act where bodies and particles are when a sub-step
// begins; densities are met where they will be. So a body goes ahead with every correction of the pressures, by the
// forces on it until then, its contacts and the hands on it included, and the fluid sees it yield: pressures found
// before a body that stands still would throw a light one out. The last prediction is where it goes. D is 2 or 3.
#pragma once
#include <glm/geometric.hpp>

#include "sph/body_coupling.h"

namespace slosh::pcisph {

template <int D>
class PredictedBodies {
public:
    PredictedBodies() = default;
    // `volume`: of a particle; `room`: for so many particles.
    PredictedBodies(const Domain& domain, float spacing, float h, float volume, int room)
        : walls_(domain.walls), spacing_(spacing), volume_at_rest_(volume), capacity_(room) {
        for (Coupling& c : couplings_) c = Coupling(domain, spacing, support * h);
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

    // How many it takes for no point of them to go further than `most` in one, as the container sees them, and for a
    // hand's spring to hold.
    float substeps(float dt, float most, glm::vec3 gravity, glm::vec3 frame) const {
        constexpr float of_hand = 200;  // a second
        float fastest = 0;
        for (const Body& b : view()) {
            const glm::vec3 v = b.velocity - frame;
            const float turning = __builtin_sqrtf(glm::dot(b.angular_velocity, b.angular_velocity)) * b.reach(D);
            fastest = std::max(fastest, __builtin_sqrtf(glm::dot(v, v)) + turning);
        }
        if (!empty()) fastest += sph::gravity_speed_gain(gravity, dt);
        return std::max(dt * fastest / most, grabbed_ ? dt * of_hand : 0);
    }

    // The fluid at the start of a sub-step. `pressure` and `excess` of its densities go on changing.
    void begin(const sph::ParticleArrays<D>& fluid, const SimdArray<float>& pressure, const SimdArray<float>& excess,
               float rest_density, float drag, float artificial, glm::vec3 gravity) {
        fluid_ = {fluid.x, fluid.v, volume_.data(), pressure.data(), rest_density, drag, artificial, gravity};
        excess_ = excess.data();
        count_ = fluid.count;
    }

    // The shares of particle i's neighbourhood that bodies fill, now and then.
    float volume_fraction(int i) const { return volume_fraction_in(current(), fluid_.x, i); }
    float predicted_volume_fraction(const SimdArray<float>* x, int i) const {
        return volume_fraction_in(couplings_[1 - at_], x, i);
    }

    // push[d][i] += scale times the force on particle i, less what that was when last asked for.
    void add_force(int i, float scale, bool first, SimdArray<float>* push) {
        float force[D] = {};
        force_on(fluid_, i, force);
        for (int d = 0; d < D; ++d) {
            push[d][i] += (first ? force[d] : force[d] - force_[d][i]) * scale;
            force_[d][i] = force[d];
        }
    }

    // spread[d][i] += scale times what the excess gives in place of the pressure.
    void add_redistribution(int i, float scale, SimdArray<float>* spread) const {
        sph::FluidView<D> view = fluid_;
        view.pressure = excess_, view.drag = view.artificial = 0, view.gravity = glm::vec3(0);
        float force[D] = {};
        force_on(view, i, force);
        for (int d = 0; d < D; ++d) spread[d][i] += force[d] * scale;
    }

    // What acts on the particles acts on the bodies, and that is where it takes them. `share`: of the excess, in what
    // spreading it gives as a pressure. The container is at `offset` and moves with `velocity`.
    template <class AnyCells>
    void predict(const AnyCells& cells, float share, float dt, glm::vec3 offset, glm::vec3 velocity, Jobs& jobs) {
        jobs.for_range(count_, sph::cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) effective_pressure_[i] = fluid_.pressure[i] + share * excess_[i];
        });
        sph::FluidView<D> view = fluid_;
        view.pressure = effective_pressure_.data();
        current().apply_forces_to_bodies(view, cells, jobs);
        predicted().follow(current(), dt, fluid_.gravity, offset, velocity, jobs);
    }

    // And there they are. What they have run over comes out. `offset`: of the container; `mass`: of a particle.
    void commit_prediction(sph::ParticleArrays<D>& fluid, glm::vec3 offset, float mass, Jobs& jobs) {
        at_ = 1 - at_;
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
    using Coupling = sph::BodyCoupling<D>;
    // The spline of this support, in that of Wendland's kernel, is as steep at a surface.
    static constexpr float support = 0.925f;

    const Coupling& current() const { return couplings_[at_]; }
    Coupling& current() { return couplings_[at_]; }
    Coupling& predicted() { return couplings_[1 - at_]; }

    // One copy of each: modules are downloaded.
    [[gnu::noinline]] float volume_fraction_in(const Coupling& bodies, const SimdArray<float>* x, int i) const {
        return bodies.volume_fraction_at(x, i);
    }
    [[gnu::noinline]] void force_on(const sph::FluidView<D>& view, int i, float (&force)[D]) const {
        current().add_force(view, i, force);
    }

    static bool is_within_bounds(const Body& body, const sph::ParticleArrays<D>& fluid, int i) {
        const float reach = body.reach(D);
        float r2 = 0;
        for (int d = 0; d < D; ++d) {
            const float way = fluid.x[d][i] - body.position[d];
            r2 += way * way;
        }
        return r2 < reach * reach;
    }

    // A particle inside a body goes no deeper, and at a bounded pace out of it, but for half a spacing: a layer of the
    // body's own lies there. Where a wall bars the way it rests on the body and slips along the wall, away from the
    // body's middle.
    void push_out(int b, sph::ParticleArrays<D>& fluid, int i, glm::vec3 offset, float mass) {
        const Body& body = view()[static_cast<size_t>(b)];
        glm::vec3 at(0), velocity(0), outwards;
        for (int d = 0; d < D; ++d) at[d] = fluid.x[d][i], velocity[d] = fluid.v[d][i];
        const float depth = -body.distance(body.to_own(at), D, outwards), layer = 0.5f * spacing_;
        if (!(depth > 0)) return;
        glm::vec3 way = body.axes * outwards, along = at - body.position;
        bool barred = false;
        for (int d = 0; d < D && walls_.shape == Shape::box; ++d) {
            const float out = at[d] + way[d] * (depth + layer) - walls_.centre[d] - offset[d];
            if ((out < 0 ? -out : out) < walls_.half[d]) continue;
            barred = true, along[d] = 0;
        }
        glm::vec3 gained = body.velocity_at(at) - velocity;
        if (barred) way = along / (__builtin_sqrtf(glm::dot(along, along)) + 1e-6f * spacing_);
        else gained = way * std::max(glm::dot(gained, way), 0.0f);
        gained = current().strike(b, at, gained, mass);
        at += way * std::clamp(barred ? depth : depth - layer, 0.0f, 0.1f * spacing_);
        for (int d = 0; d < D; ++d) fluid.x[d][i] = at[d], fluid.v[d][i] += gained[d];
    }

    // Where there are no bodies none is needed.
    void allocate() {
        if (empty() || volume_.size() == capacity_) return;
        volume_.assign(capacity_, volume_at_rest_), effective_pressure_.assign(capacity_),
            maybe_inside_.assign(capacity_);
        for (SimdArray<float>& a : force_) a.assign(capacity_);
    }

    Coupling couplings_[2];  // where bodies are, and where they are predicted to be
    int at_ = 0;             // the first of those two
    Walls walls_;
    float spacing_ = 1, volume_at_rest_ = 1;
    int capacity_ = 0, count_ = 0;
    bool grabbed_ = false;
    sph::FluidView<D> fluid_{};
    const float* excess_ = nullptr;
    // Of each particle. felt: the pressure that bodies feel; run over: whether it may be inside one.
    SimdArray<float> volume_, effective_pressure_, force_[D];
    SimdArray<uint8_t> maybe_inside_;
};

}  // namespace slosh::pcisph
