// A copy of a solver's particles, shown after the solver has become unstable. Allocates only for more particles than
// before.
#pragma once
#include <cstddef>
#include <cstring>
#include <vector>

#include "solver/views.h"

namespace slosh {

class ParticleSnapshot {
public:
    void store(const ParticleView& p) {
        view_ = p;
        size_t bytes = 0;
        for_each_span([&](const void*, size_t size) {
            bytes += padded(size);
            return static_cast<std::byte*>(nullptr);
        });
        if (bytes > bytes_.size()) bytes_.resize(bytes);
        std::byte* next = bytes_.data();
        for_each_span([&](const void* from, size_t size) {
            std::byte* to = next;
            if (size > 0) std::memcpy(to, from, size);
            next += padded(size);
            return to;
        });
    }
    void clear() { view_ = {}; }
    const ParticleView& view() const { return view_; }

private:
    static size_t padded(size_t size) { return (size + 15) / 16 * 16; }

    // Redirects each span to f(its data, its bytes), if that is not null.
    template <class F>
    void for_each_span(F&& f) {
        const auto move = [&]<class T>(std::span<const T>& part) {
            const std::byte* to = f(part.data(), part.size_bytes());
            if (to) part = {reinterpret_cast<const T*>(to), part.size()};
        };
        ParticleView& p = view_;
        for (auto* part : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.density, &p.pressure, &p.smoothing, &p.neighbours})
            move(*part);
        move(p.id);
        move(p.kind);
        move(p.bodies);
    }

    std::vector<std::byte> bytes_;
    ParticleView view_;
};

}  // namespace slosh
