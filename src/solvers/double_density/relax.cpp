// The two ways to relax a neighbourhood towards its rest density (Clavet et al. 2005, section 3).
#include <vector>

#include "solvers/double_density/state.h"

namespace slosh {
namespace {

// Keeps r > 0 for coincident particles: their direction is then zero, not a number.
constexpr float tiny = 1e-20f;

struct DensityKernel {
    static constexpr int sums = 2;  // of g^2 and g^3
    struct Centre {
        Float4 x, y;
    };
    using Others = Centre;
    const float *x, *y;  // in units of h

    Centre centre(int i) const { return {splat(x[i]), splat(y[i])}; }
    Others others(int j) const { return {load(x + j), load(y + j)}; }
    void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        const Float4 dx = o.x - c.x, dy = o.y - c.y;
        const Float4 g = max(1.0f - sqrt(dx * dx + dy * dy), splat(0.0f));
        const Float4 g2 = g * g, g3 = g2 * g;
        to_centre[0] += g2, to_centre[1] += g3;
        to_others[0] += g2, to_others[1] += g3;
    }
};

struct PushKernel {
    static constexpr int sums = 2;
    struct Centre {
        Float4 x, y, vx, vy, inv_mass, push, near_push, damping;
    };
    using Others = Centre;
    const float *x, *y, *vx, *vy, *inv_mass, *push, *near_push, *damping;  // lengths in units of h

    Centre centre(int i) const {
        return {splat(x[i]),        splat(y[i]),    splat(vx[i]),        splat(vy[i]),
                splat(inv_mass[i]), splat(push[i]), splat(near_push[i]), splat(damping[i])};
    }
    Others others(int j) const {
        return {load(x + j),        load(y + j),    load(vx + j),        load(vy + j),
                load(inv_mass + j), load(push + j), load(near_push + j), load(damping + j)};
    }
    void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        const Float4 dx = o.x - c.x, dy = o.y - c.y;
        const Float4 r2 = (dx * dx + tiny) + dy * dy;
        const Float4 distance = sqrt(r2);
        const Float4 pressure = c.push + o.push, near_pressure = c.near_push + o.near_push;
        const Float4 damped = ((c.vx - o.vx) * dx + (c.vy - o.vy) * dy) * min(c.damping, o.damping);
        const Float4 g = max(1.0f - distance, splat(0.0f));
        // The reduced mass m m'/(m + m') of the pair, over r^2: the lengths in the numerator are two.
        const Float4 scale =
            ((pressure + near_pressure * g) * distance + damped) * g / ((c.inv_mass + o.inv_mass) * r2);
        const Float4 fx = scale * dx, fy = scale * dy;
        to_centre[0] -= fx, to_centre[1] -= fy;
        to_others[0] += fx, to_others[1] += fy;
    }
};

void push_apart(const BlobArrays& b, const CellGrid& cells, Relaxation& out, Jobs& jobs) {
    const PushKernel kernel{out.x.data(),        out.y.data(),    b.vx.data(),          b.vy.data(),
                            out.inv_mass.data(), out.push.data(), out.near_push.data(), out.damping.data()};
    walk_pairs(cells, out.strips, kernel, out.sums, b.x.data(), b.y.data(), jobs, [&](int begin, int end) {
        const float *x = out.sums.kept(0), *y = out.sums.kept(1);
        for (int i = begin; i < end; ++i) {
            const float inv_mass = out.inv_mass[i];
            out.dx[i] = x[i] * inv_mass, out.dy[i] = y[i] * inv_mass;
        }
    });
}

struct Neighbour {
    size_t slot;
    double g, ux, uy;
};

}  // namespace

void relax_parallel(const BlobArrays& b, const CellGrid& cells, const RelaxConstants& c, Relaxation& out, Jobs& jobs) {
    out.strips.cut(cells, slots_per_strip);
    const float dt2 = c.dt * c.dt;
    const float inv_h = 1 / c.h;
    jobs.for_range(b.count, 4 * slots_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) {
            store(&out.x[i], load(&b.x[i]) * inv_h), store(&out.y[i], load(&b.y[i]) * inv_h);
            store(&out.inv_mass[i], 1.0f / load(&b.mass[i]));
        }
    });
    out.x.pad_with(far_away), out.y.pad_with(far_away);
    const DensityKernel kernel{out.x.data(), out.y.data()};
    walk_pairs(cells, out.strips, kernel, out.sums, b.x.data(), b.y.data(), jobs, [&](int begin, int end) {
        const float *g2 = out.sums.kept(0), *g3 = out.sums.kept(1);
        for (int i = begin; i < end; ++i) {
            // The sums are weighed with the particle's own mass, the pressures once more, as the original has it.
            const float m = b.mass[i];
            out.density[i] = m * g2[i];
            out.pressure[i] = c.stiffness * (out.density[i] - c.rest_density);
            out.push[i] = out.pressure[i] * m * dt2;
            out.near_push[i] = c.near_stiffness * (m * g3[i]) * m * dt2;
            // Crowded to many times its density, a particle must not be slowed down many times over.
            out.damping[i] = c.dt * c.damping * std::min(1.0f, 2 * c.rest_density / std::max(g2[i], 1e-6f));
        }
    });
    push_apart(b, cells, out, jobs);
}

void relax_sequential(const BlobArrays& b, const CellGrid& cells, const RelaxConstants& c, Relaxation& out,
                      std::span<const uint32_t> slot_of) {
    // In double, as the original's JavaScript: a particle's many small moves add up without rounding.
    const std::vector<double> mass(b.mass.data(), b.mass.data() + b.count);
    std::vector<double> x(b.x.data(), b.x.data() + b.count), y(b.y.data(), b.y.data() + b.count);
    const double h = c.h, dt2 = double{c.dt} * c.dt;
    std::vector<Neighbour> neighbours;
    for (const uint32_t i : slot_of) {
        const int slot = static_cast<int>(i);
        neighbours.clear();
        IndexRange runs[CellGrid::max_runs];
        const int count = cells.block_2d(b.x[slot], b.y[slot], runs);
        double density = 0, near_density = 0;
        for (int k = 0; k < count; ++k)
            for (auto j = static_cast<size_t>(runs[k].begin); j < static_cast<size_t>(runs[k].end); ++j) {
                const double dx = x[j] - x[i], dy = y[j] - y[i], r2 = dx * dx + dy * dy;
                if (j == i || r2 >= h * h) continue;
                const double r = __builtin_sqrt(r2), g = 1 - r / h;
                density += mass[i] * g * g;  // weighed with the particle's own mass
                near_density += mass[i] * g * g * g;
                double ratio = 0;
                if (c.approximate_unit && r > 0) {
                    const double ax = __builtin_fabs(dx), ay = __builtin_fabs(dy);
                    ratio = 1 / std::max(ax, ay);
                    ratio *= 1.29289 - (ax + ay) * ratio * 0.29289;
                } else if (r > 0) {
                    ratio = 1 / r;
                }
                neighbours.push_back({j, g, dx * ratio, dy * ratio});
            }
        out.density[slot] = static_cast<float>(density);
        out.pressure[slot] = c.stiffness * (out.density[slot] - c.rest_density);
        const double push = c.stiffness * (density - c.rest_density) * mass[i] * dt2;
        const double near_push = c.near_stiffness * near_density * mass[i] * dt2;
        for (const Neighbour& n : neighbours) {
            const double d = (push * n.g + near_push * n.g * n.g) / (mass[i] + mass[n.slot]);
            x[i] -= d * n.ux * mass[n.slot];
            y[i] -= d * n.uy * mass[n.slot];
            x[n.slot] += d * n.ux * mass[i];
            y[n.slot] += d * n.uy * mass[i];
        }
    }
    for (int i = 0; i < b.count; ++i) {
        out.dx[i] = static_cast<float>(x[static_cast<size_t>(i)] - b.x[i]);
        out.dy[i] = static_cast<float>(y[static_cast<size_t>(i)] - b.y[i]);
    }
}

}  // namespace slosh
