// What the SPH family shares: particle storage, sorting into cells, walks over neighbours, the user's hand.
// D is 2 or 3. Vectors are arrays of D; a particle is a slot, slots are in cell order.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "fluid/cells.h"
#include "fluid/domain.h"
#include "fluid/filling.h"
#include "fluid/hash_cells.h"
#include "fluid/pairs.h"
#include "fluid/particles.h"
#include "fluid/stir.h"

namespace slosh::sph {

constexpr int cheap_block = 2048, neighbour_block = 128;

template <int D>
struct Arrays {
    int count = 0;
    Padded<float> x[D], v[D];
    Padded<float> ratio;  // density over that at rest, when last looked at
    Padded<uint32_t> id;
    Padded<uint8_t> kind;

    struct Point {
        float value[D];
    };
    Point at(int i) const {
        Point point;
        for (int d = 0; d < D; ++d) point.value[d] = x[d][i];
        return point;
    }

    void resize(int n) {
        count = n;
        for (int d = 0; d < D; ++d) x[d].assign(n), v[d].assign(n);
        ratio.assign(n, 1), id.assign(n), kind.assign(n);
        pad();
    }
    void pad() {
        for (int d = 0; d < D; ++d) x[d].pad_with(far_away);
    }
    void start_from(const Filling& start) {
        resize(start.count());
        for (int i = 0; i < count; ++i) {
            const auto k = static_cast<size_t>(i);
            for (int d = 0; d < D; ++d) x[d][i] = start.position[k][d], v[d][i] = start.velocity[k][d];
            id[i] = static_cast<uint32_t>(i), kind[i] = start.kind[k];
        }
        pad();
    }
    void take(const Arrays& from, std::span<const uint32_t> order, Jobs& jobs) {
        jobs.for_range(count, cheap_block, [&](int begin, int end) {
            for (int slot = begin; slot < end; ++slot) {
                const int i = static_cast<int>(order[static_cast<size_t>(slot)]);
                for (int d = 0; d < D; ++d) x[d][slot] = from.x[d][i], v[d][slot] = from.v[d][i];
                ratio[slot] = from.ratio[i], id[slot] = from.id[i], kind[slot] = from.kind[i];
            }
        });
        pad();
    }
};

// The runs of slots that hold every particle within reach of slot i.
template <int D, class AnyCells>
int runs_around(const AnyCells& cells, const Padded<float>* x, int i, Run* out) {
    if constexpr (D == 2) return cells.runs_2d(x[0][i], x[1][i], out);
    else return cells.runs_3d(x[0][i], x[1][i], x[2][i], out);
}

// Adds what the particles in reach of `centre`, which lies at x, give it.
template <int D, class AnyCells, class Kernel>
void look_around(const AnyCells& cells, const Kernel& kernel, const float (&x)[D],
                 const typename Kernel::Centre& centre, float (&sums)[Kernel::sums]) {
    Run runs[AnyCells::most_runs];
    int run_count;
    if constexpr (D == 2) run_count = cells.runs_2d(x[0], x[1], runs);
    else run_count = cells.runs_3d(x[0], x[1], x[2], runs);
    Float4 mine[Kernel::sums] = {}, unused[Kernel::sums] = {};
    for (int k = 0; k < run_count; ++k)
        for (int j = runs[k].begin; j < runs[k].end; j += lanes) kernel.meet(centre, kernel.others(j), mine, unused);
    for (int k = 0; k < Kernel::sums; ++k) sums[k] += sum(mine[k]);
}

// Every particle looks at all its neighbours, itself among them: twice the work of walk_pairs (fluid/pairs.h),
// with the same kernels, for any kind of cells and in 3D. out[k][i] is sum k of particle i.
template <int D, class AnyCells, class Kernel>
void gather(const AnyCells& cells, const Kernel& kernel, const Padded<float>* x, int count, float* const* out,
            Jobs& jobs) {
    jobs.for_range(count, neighbour_block, [&](int begin, int end) {
        const Kernel local = kernel;
        for (int i = begin; i < end; ++i) {
            Run runs[AnyCells::most_runs];
            const int run_count = runs_around<D>(cells, x, i, runs);
            const typename Kernel::Centre centre = local.centre(i);
            Float4 mine[Kernel::sums] = {}, unused[Kernel::sums] = {};
            for (int k = 0; k < run_count; ++k)
                for (int j = runs[k].begin; j < runs[k].end; j += lanes)
                    local.meet(centre, local.others(j), mine, unused);
            for (int k = 0; k < Kernel::sums; ++k) out[k][i] = sum(mine[k]);
        }
    });
}

// v += the hands' pull over dt: a push is an acceleration here, whatever the density.
template <int D>
void follow_hands(Arrays<D>& p, std::span<const Stir> stirs, float dt, Jobs& jobs) {
    if (stirs.empty()) return;
    jobs.for_range(p.count, cheap_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes)
            for (const Stir& stir : stirs) {
                Float4 from[D], r2 = splat(1e-12f);
                for (int d = 0; d < D; ++d) from[d] = load(&p.x[d][i]) - stir.position[d], r2 += from[d] * from[d];
                const Float4 r = sqrt(r2);
                if (stir.kind == Stir::push) {
                    const Float4 scale = min(stir.strength / r2, splat(stir.limit)) / r * dt;
                    for (int d = 0; d < D; ++d) store(&p.v[d][i], load(&p.v[d][i]) + scale * from[d]);
                } else {
                    const Float4 near = max(1.0f - r / stir.radius, splat(0.0f));
                    const Float4 share = min(near * (stir.strength * dt), splat(1.0f));
                    for (int d = 0; d < D; ++d) {
                        const Float4 v = load(&p.v[d][i]);
                        store(&p.v[d][i], v + share * (stir.velocity[d] - v));
                    }
                }
            }
    });
}

template <int D>
float max_speed(const Arrays<D>& p) {
    float most = 0;
    for (int i = 0; i < p.count; ++i) {
        float v2 = 0;
        for (int d = 0; d < D; ++d) v2 += p.v[d][i] * p.v[d][i];
        most = std::max(most, v2);
    }
    return __builtin_sqrtf(most);
}

}  // namespace slosh::sph
