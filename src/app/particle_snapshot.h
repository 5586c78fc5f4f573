// A copy of what a solver shows, for when it has nothing fit to be shown any more. Takes no memory after the first
// copy of as many particles.
#pragma once
#include <cstddef>
#include <cstring>
#include <vector>

#include "solver/views.h"

namespace slosh {

class ParticleSnapshot {
public:
    void keep(const ParticleView& p) {
        view_ = p;
        size_t bytes = 0;
        each([&](const void*, size_t size) {
            bytes += padded(size);
            return static_cast<std::byte*>(nullptr);
        });
        if (bytes > bytes_.size()) bytes_.resize(bytes);
        std::byte* next = bytes_.data();
        each([&](const void* from, size_t size) {
            std::byte* to = next;
            if (size > 0) std::memcpy(to, from, size);
            next += padded(size);
            return to;
        });
    }
    const ParticleView& view() const { return view_; }

private:
    static size_t padded(size_t size) { return (size + 15) / 16 * 16; }

    // Every span moves to where f(its data, its bytes) says, if that is anywhere.
    template <class F>
    void each(F&& f) {
        const auto move = [&]<class T>(std::span<const T>& part) {
            const std::byte* to = f(part.data(), part.size_bytes());
            if (to) part = {reinterpret_cast<const T*>(to), part.size()};
        };
        ParticleView& p = view_;
        for (auto* part : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.density, &p.pressure, &p.smoothing}) move(*part);
        move(p.id), move(p.kind), move(p.bodies);
    }

    std::vector<std::byte> bytes_;
    ParticleView view_;
};

}  // namespace slosh
