// Storage of the particles of the SPH family: a structure of arrays. A particle is a slot; slots are in cell order.
// D is 2 or 3, and vectors are arrays of D columns.
#pragma once
#include <algorithm>
#include <span>

#include "base/jobs.h"
#include "base/simd_array.h"
#include "domain/initial_particles.h"
#include "solver/views.h"

namespace slosh::sph {

// Particles per task of a cheap loop: 2,000 particles are then enough work for two threads.
constexpr int cheap_block = 512;

template <int D>
struct ParticleArrays {
    int count = 0;
    SimdArray<float> x[D];           // position, m; its padding is far away
    SimdArray<float> v[D];           // velocity, m/s
    SimdArray<float> density_ratio;  // rho / rho_0 of the last density sum; 0: unknown
    SimdArray<uint32_t> id;          // unique
    SimdArray<uint8_t> kind;         // index of the phase

    // The only list of the columns: calls f(column) for each column of one object, or f(column, column) for those of
    // two.
    static void for_columns(auto&& f, auto&... arrays) {
        for (int d = 0; d < D; ++d) {
            f(arrays.x[d]...);
            f(arrays.v[d]...);
        }
        f(arrays.density_ratio...);
        f(arrays.id...);
        f(arrays.kind...);
    }

    struct Point {
        float value[D];
    };
    Point at(int i) const {
        Point point;
        for (int d = 0; d < D; ++d) point.value[d] = x[d][i];
        return point;
    }
    glm::vec3 position(int i) const {
        glm::vec3 at(0);
        for (int d = 0; d < D; ++d) at[d] = x[d][i];
        return at;
    }

    glm::vec3 velocity(int i) const {
        glm::vec3 velocity(0);
        for (int d = 0; d < D; ++d) velocity[d] = v[d][i];
        return velocity;
    }

    // A view of the columns stored here; the solver adds its own.
    ParticleView view() const {
        ParticleView p;
        p.count = count;
        p.dimensions = D;
        p.x = x[0].view(), p.y = x[1].view();
        p.vx = v[0].view(), p.vy = v[1].view();
        if constexpr (D == 3) {
            p.z = x[2].view();
            p.vz = v[2].view();
        }
        p.id = id.view();
        p.kind = kind.view();
        return p;
    }

    void resize(int n) {
        count = n;
        for_columns([n](auto& column) { column.assign(n); }, *this);
        density_ratio.assign(n, 1);
        pad();
    }
    void pad() {
        for (int d = 0; d < D; ++d) x[d].pad_with(far_away);
    }
    // Within the capacity.
    void set_count(int n) {
        count = n;
        for_columns([n](auto& column) { column.set_count(n); }, *this);
        pad();
    }

    // With storage for `capacity` particles, or for those of `start` if they are more.
    void start_from(const InitialParticles& start, int capacity = 0) {
        resize(std::max(start.count(), capacity));
        set_count(start.count());
        for (int i = 0; i < count; ++i) {
            const auto k = static_cast<size_t>(i);
            for (int d = 0; d < D; ++d) {
                x[d][i] = start.position[k][d];
                v[d][i] = start.velocity[k][d];
            }
            id[i] = static_cast<uint32_t>(i);
            kind[i] = start.kind[k];
        }
        pad();
    }

    void copy_slot(int from, int to) {
        for_columns([from, to](auto& column) { column[to] = column[from]; }, *this);
    }

    // Slot s becomes a copy of slot order[s] of `from`.
    void gather(const ParticleArrays& from, std::span<const uint32_t> order, Jobs& jobs) {
        if (count != from.count) set_count(from.count);
        jobs.for_range(count, cheap_block, [&](int begin, int end) {
            const auto gather_column = [&](const auto& unsorted, auto& sorted) {
                const auto* source = unsorted.data();
                auto* target = sorted.data();
                for (int slot = begin; slot < end; ++slot) target[slot] = source[order[static_cast<size_t>(slot)]];
            };
            for_columns(gather_column, from, *this);
        });
        pad();
    }
};

// The largest |v - frame| of the particles for which counts(i) is true, in m/s.
template <int D>
float max_speed(const ParticleArrays<D>& p, glm::vec3 frame, const auto& counts) {
    float max_v2 = 0;
    for (int i = 0; i < p.count; ++i) {
        if (!counts(i)) continue;
        float v2 = 0;
        for (int d = 0; d < D; ++d) v2 += (p.v[d][i] - frame[d]) * (p.v[d][i] - frame[d]);
        max_v2 = std::max(max_v2, v2);
    }
    return __builtin_sqrtf(max_v2);
}

template <int D>
float max_speed(const ParticleArrays<D>& p, glm::vec3 frame = glm::vec3(0)) {
    return max_speed(p, frame, [](int) { return true; });
}

// The root of the mean square.
template <int D>
float rms_speed(const ParticleArrays<D>& p, glm::vec3 frame) {
    double sum = 0;
    for (int i = 0; i < p.count; ++i)
        for (int d = 0; d < D; ++d) sum += (p.v[d][i] - frame[d]) * (p.v[d][i] - frame[d]);
    return static_cast<float>(__builtin_sqrt(sum / std::max(p.count, 1)));
}

}  // namespace slosh::sph
