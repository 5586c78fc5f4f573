// A copy of what a solver shows, for when it has nothing fit to be shown any more. Takes no memory after the first
// copy of as many particles.
#pragma once
#include <vector>

#include "solvers/solver.h"

namespace slosh {

class Keepsake {
public:
    void keep(const Particles& p) {
        view_ = p;
        size_t next = 0;
        for (const auto part : parts) copy(floats_[next++], view_.*part);
        copy(id_, view_.id);
        copy(kind_, view_.kind);
        copy(bodies_, view_.bodies);
    }
    const Particles& view() const { return view_; }

private:
    template <class T>
    static void copy(std::vector<T>& to, std::span<const T>& from) {
        to.assign(from.begin(), from.end());
        from = to;
    }

    static constexpr std::span<const float> Particles::*parts[] = {
        &Particles::x,  &Particles::y,       &Particles::z,        &Particles::vx,       &Particles::vy,
        &Particles::vz, &Particles::density, &Particles::pressure, &Particles::smoothing};
    std::vector<float> floats_[std::size(parts)];
    std::vector<uint32_t> id_;
    std::vector<uint8_t> kind_;
    std::vector<Body> bodies_;
    Particles view_;
};

}  // namespace slosh
