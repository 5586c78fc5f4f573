#include "solvers/viscoelastic.h"

#include <numeric>

namespace slosh {
namespace {

constexpr float tiny = 1e-20f;
constexpr float tear = 2;  // a spring this many h long is torn: thrown about, a jelly comes to pieces

}  // namespace

void viscosity_impulses(BlobArrays& b, const Cells& cells, const ViscosityConstants& c, ViscousScratch& scratch,
                        Jobs& jobs) {
    for (Padded<float>* a : {&scratch.crowd, &scratch.dvx, &scratch.dvy})
        if (a->size() != b.count) a->assign(b.count);
    const float inverse_h = 1 / c.h;

    jobs.for_range(b.count, slots_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Run runs[Cells::most_runs];
            const int count = cells.runs_2d(b.x[i], b.y[i], runs);
            Float4 crowd = splat(0.0f);
            for (int k = 0; k < count; ++k)
                for (int j = runs[k].begin; j < runs[k].end; j += lanes) {
                    const Float4 dx = load(&b.x[j]) - b.x[i], dy = load(&b.y[j]) - b.y[i];
                    crowd += max(1.0f - sqrt(dx * dx + dy * dy) * inverse_h, splat(0.0f));
                }
            scratch.crowd[i] = sum(crowd);
        }
    });

    jobs.for_range(b.count, slots_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Run runs[Cells::most_runs];
            const int count = cells.runs_2d(b.x[i], b.y[i], runs);
            Float4 dvx = splat(0.0f), dvy = splat(0.0f);
            for (int k = 0; k < count; ++k)
                for (int j = runs[k].begin; j < runs[k].end; j += lanes) {
                    const Float4 dx = load(&b.x[j]) - b.x[i], dy = load(&b.y[j]) - b.y[i];
                    const Float4 r = sqrt(dx * dx + dy * dy + tiny);
                    const Float4 g = max(1.0f - r * inverse_h, splat(0.0f));
                    const Float4 ux = dx / r, uy = dy / r;
                    const Float4 approach =
                        max((b.vx[i] - load(&b.vx[j])) * ux + (b.vy[i] - load(&b.vy[j])) * uy, splat(0.0f));
                    const Float4 strength = c.dt * (c.linear + c.quadratic * approach);
                    const Float4 crowd = max(load(&scratch.crowd[j]), splat(scratch.crowd[i]));
                    const Float4 m = load(&b.mass[j]);
                    // Half each for equal masses, as the paper has it.
                    const Float4 impulse = strength * g * approach / (1.0f + strength * crowd) * m / (m + b.mass[i]);
                    dvx += impulse * ux, dvy += impulse * uy;
                }
            scratch.dvx[i] = -sum(dvx), scratch.dvy[i] = -sum(dvy);
        }
    });

    for (int i = 0; i < b.count; ++i) b.vx[i] += scratch.dvx[i], b.vy[i] += scratch.dvy[i];
}

void Springs::clear() {
    springs_.clear();
    counts_.clear();
}

int Springs::count() const { return std::accumulate(counts_.begin(), counts_.end(), 0) / 2; }

void Springs::pull(const BlobArrays& b, const Cells& cells, std::span<const uint32_t> slot_of, const SpringConstants& c,
                   Relaxation& out, Jobs& jobs) {
    if (counts_.size() != static_cast<size_t>(b.count)) {
        counts_.assign(static_cast<size_t>(b.count), 0);
        springs_.assign(static_cast<size_t>(b.count) * most, {});
        full_.assign(static_cast<size_t>(b.count), 0);
    }
    // Calls f(id of the neighbour, distance) for each neighbour of slot i that it has no spring with.
    const auto for_strangers = [&](int i, auto&& f) {
        const uint32_t id = b.id[i];
        const Spring *first = of(id), *last = first + counts_[id];
        Run runs[Cells::most_runs];
        const int run_count = cells.runs_2d(b.x[i], b.y[i], runs);
        for (int k = 0; k < run_count; ++k)
            for (int j = runs[k].begin; j < runs[k].end; ++j) {
                const float dx = b.x[j] - b.x[i], dy = b.y[j] - b.y[i], r2 = dx * dx + dy * dy;
                if (j == i || r2 >= c.h * c.h || r2 == 0) continue;
                const uint32_t other = b.id[j];
                const Spring* known = first;
                while (known != last && known->other != other) ++known;
                if (known == last) f(other, __builtin_sqrtf(r2));
            }
    };
    // A spring needs room at both ends: a particle with too many strangers takes none this time.
    jobs.for_range(b.count, slots_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            int wanted = counts_[b.id[i]];
            for_strangers(i, [&](uint32_t, float) { ++wanted; });
            full_[b.id[i]] = wanted > most;
        }
    });
    jobs.for_range(b.count, slots_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const uint32_t id = b.id[i];
            if (full_[id]) continue;
            int added = counts_[id];
            for_strangers(i, [&](uint32_t other, float r) {
                if (!full_[other]) of(id)[added++] = {other, r};
            });
            counts_[id] = added;
        }
    });
    // Counts fall while springs break; both ends must bound their pull by the same numbers.
    joined_ = counts_;
    jobs.for_range(b.count, slots_per_block, [&](int begin, int end) {
        const float give = c.plasticity * c.dt, dt2 = c.dt * c.dt;
        for (int i = begin; i < end; ++i) {
            const uint32_t id = b.id[i];
            Spring* springs = of(id);
            int kept = 0;
            for (int s = 0; s < counts_[id]; ++s) {
                Spring spring = springs[s];
                const int j = static_cast<int>(slot_of[spring.other]);
                const float dx = b.x[j] - b.x[i], dy = b.y[j] - b.y[i];
                const float r = __builtin_sqrtf(dx * dx + dy * dy + tiny);
                const float yield = c.yield_ratio * spring.rest;
                if (r > spring.rest + yield) spring.rest += give * (r - spring.rest - yield);
                else if (r < spring.rest - yield) spring.rest -= give * (spring.rest - yield - r);
                if (spring.rest > c.h || r > tear * c.h) continue;
                springs[kept++] = spring;
                // Bounded like the viscosity: many stiff springs together never overshoot.
                const float strength = dt2 * c.stiffness * (1 - spring.rest / c.h);
                const float crowd = static_cast<float>(std::max(joined_[id], joined_[spring.other]));
                const float pull = strength / (1 + strength * crowd) * (spring.rest - r);
                const float share = pull * b.mass[j] / ((b.mass[i] + b.mass[j]) * r);
                out.dx[i] -= share * dx;
                out.dy[i] -= share * dy;
            }
            counts_[id] = kept;
        }
    });
}

}  // namespace slosh
