// Rigid bodies in PCISPH: they are predicted along with the fluid.
//
// The coupling is that of sph_bodies.h (Akinci et al. 2012). Forces act where bodies and particles are when a sub-step
// begins; densities are met where they will be. So a body goes ahead with every correction of the pressures, by the
// forces on it until then, its contacts and the hands on it included, and the fluid sees it yield: pressures found
// before a body that stands still would throw a light one out. The last prediction is where it goes. D is 2 or 3.
#pragma once
#include "solvers/sph_bodies.h"

namespace slosh::pcisph {

template <int D>
class PredictedBodies {
public:
    PredictedBodies() = default;
    // `volume`: of a particle; `room`: for so many particles.
    PredictedBodies(const Domain& domain, float spacing, float h, float volume, int room)
        : now_(domain, spacing, h), ahead_(domain, spacing, h), volume_at_rest_(volume), room_(room) {
        make_room();
    }

    bool empty() const { return now_.empty(); }
    std::span<const Body> view() const { return now_.view(); }
    float max_speed() const { return now_.max_speed(); }
    void hold(std::span<const Grab> grabs) { now_.hold(grabs); }
    SetResult drop(const BodyDef& def, glm::vec3 offset) {
        const SetResult result = now_.drop(def, offset);
        ahead_ = now_;
        make_room();
        return result;
    }

    // The fluid at the start of a sub-step. `pressure` and `excess` of its densities go on changing.
    void begin(const sph::Arrays<D>& fluid, const Padded<float>& pressure, const Padded<float>& excess,
               float rest_density, float drag, float artificial, glm::vec3 gravity) {
        fluid_ = {fluid.x, fluid.v, volume_.data(), pressure.data(), rest_density, drag, artificial, gravity};
        excess_ = excess.data();
        count_ = fluid.count;
    }

    // The shares of particle i's neighbourhood that bodies fill, now and then.
    float share(int i) const { return now_.share_at(fluid_.x, i); }
    float share_of_predicted(const Padded<float>* x, int i) const { return ahead_.share_at(x, i); }

    // push[d][i] += scale times the force on particle i, less what that was when last asked for.
    void push_particle(int i, float scale, bool first, Padded<float>* push) {
        float force[D] = {};
        now_.push_particle(fluid_, i, force);
        for (int d = 0; d < D; ++d) {
            push[d][i] += (first ? force[d] : force[d] - force_[d][i]) * scale;
            force_[d][i] = force[d];
        }
    }

    // spread[d][i] += scale times what the excess gives in place of the pressure.
    void spread_particle(int i, float scale, Padded<float>* spread) const {
        sph::FluidView<D> view = fluid_;
        view.pressure = excess_, view.drag = view.artificial = 0, view.gravity = glm::vec3(0);
        float force[D] = {};
        now_.push_particle(view, i, force);
        for (int d = 0; d < D; ++d) spread[d][i] += force[d] * scale;
    }

    // What acts on the particles acts on the bodies, and that is where it takes them. `share`: of the excess, in what
    // spreading it gives as a pressure. The container is at `offset` and moves with `velocity`.
    template <class AnyCells>
    void predict(const AnyCells& cells, float share, float dt, glm::vec3 offset, glm::vec3 velocity, Jobs& jobs) {
        jobs.for_range(count_, sph::cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) felt_[i] = fluid_.pressure[i] + share * excess_[i];
        });
        sph::FluidView<D> view = fluid_;
        view.pressure = felt_.data();
        now_.push_bodies(view, cells, jobs);
        ahead_.follow(now_, dt, fluid_.gravity, offset, velocity, jobs);
    }

    // And there they are; what they have run over comes out.
    void take_prediction(sph::Arrays<D>& fluid, Jobs& jobs) {
        std::swap(now_, ahead_);
        now_.clear_way(fluid, jobs);
    }

private:
    // Where there are no bodies none is needed.
    void make_room() {
        if (empty() || volume_.size() == room_) return;
        volume_.assign(room_, volume_at_rest_), felt_.assign(room_);
        for (Padded<float>& a : force_) a.assign(room_);
    }

    sph::BodyCoupling<D> now_, ahead_;
    float volume_at_rest_ = 1;
    int room_ = 0, count_ = 0;
    sph::FluidView<D> fluid_{};
    const float* excess_ = nullptr;
    Padded<float> volume_, felt_, force_[D];  // of each particle
};

}  // namespace slosh::pcisph
