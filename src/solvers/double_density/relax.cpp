// The two forms of the density relaxation (Clavet et al. 2005, section 4).
#include <vector>

#include "solvers/double_density/state.h"

namespace slosh {
namespace {

struct DensityInteraction {
    static constexpr int sums = 2;  // of g^2 and g^3
    struct Particle {
        Float4 x, y;
    };
    const float *x, *y;  // in units of h

    Particle load(int i, auto read) const { return {read(x + i), read(y + i)}; }
    void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        const Float4 dx = j.x - i.x, dy = j.y - i.y;
        const Float4 g = max(1.0f - sqrt(dx * dx + dy * dy), splat(0.0f));
        const Float4 g2 = g * g, g3 = g2 * g;
        sum_i[0] += g2;
        sum_i[1] += g3;
        sum_j[0] += g2;
        sum_j[1] += g3;
    }
};

struct DisplacementInteraction {
    static constexpr int sums = 2;
    struct Particle {
        Float4 x, y, vx, vy, inv_mass, pressure, near_pressure, damping;
    };
    const float *x, *y, *vx, *vy, *inv_mass;          // lengths in units of h
    const float *pressure, *near_pressure, *damping;  // see Relaxation

    Particle load(int i, auto read) const {
        return {read(x + i),
                read(y + i),
                read(vx + i),
                read(vy + i),
                read(inv_mass + i),
                read(pressure + i),
                read(near_pressure + i),
                read(damping + i)};
    }
    void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        const Float4 dx = j.x - i.x, dy = j.y - i.y;
        const Float4 r2 = (dx * dx + tiny_squared) + dy * dy;
        const Float4 r = sqrt(r2);
        const Float4 far = i.pressure + j.pressure, near = i.near_pressure + j.near_pressure;
        const Float4 damped = ((i.vx - j.vx) * dx + (i.vy - j.vy) * dy) * min(i.damping, j.damping);
        const Float4 g = max(1.0f - r, splat(0.0f));
        // The reduced mass m_i m_j / (m_i + m_j) over r^2: the numerator has two lengths.
        const Float4 scale = ((far + near * g) * r + damped) * g / ((i.inv_mass + j.inv_mass) * r2);
        const Float4 fx = scale * dx, fy = scale * dy;
        sum_i[0] -= fx, sum_i[1] -= fy;
        sum_j[0] += fx, sum_j[1] += fy;
    }
};

void displace(const BlobArrays& b, const CellGrid& cells, Relaxation& out, Jobs& jobs) {
    const DisplacementInteraction displacement{.x = out.x.data(),
                                               .y = out.y.data(),
                                               .vx = b.vx.data(),
                                               .vy = b.vy.data(),
                                               .inv_mass = out.inv_mass.data(),
                                               .pressure = out.displacement.data(),
                                               .near_pressure = out.near_displacement.data(),
                                               .damping = out.damping.data()};
    for_cell_pairs(cells, out.strips, displacement, out.sums, b.x.data(), b.y.data(), jobs, [&](int begin, int end) {
        const float *x = out.sums.result(0), *y = out.sums.result(1);
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
    out.strips.build(cells, slots_per_strip);
    const float dt2 = c.dt * c.dt;
    const float inv_h = 1 / c.h;
    jobs.for_range(b.count, 4 * slots_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) {
            store(&out.x[i], load(&b.x[i]) * inv_h), store(&out.y[i], load(&b.y[i]) * inv_h);
            store(&out.inv_mass[i], 1.0f / load(&b.mass[i]));
        }
    });
    out.x.pad_with(far_away), out.y.pad_with(far_away);
    const DensityInteraction density{.x = out.x.data(), .y = out.y.data()};
    for_cell_pairs(cells, out.strips, density, out.sums, b.x.data(), b.y.data(), jobs, [&](int begin, int end) {
        const float *g2 = out.sums.result(0), *g3 = out.sums.result(1);
        for (int i = begin; i < end; ++i) {
            // As in the original, densities are weighted with the particle's own mass, and pressures once more.
            const float m = b.mass[i];
            out.density[i] = m * g2[i];
            out.pressure[i] = c.stiffness * (out.density[i] - c.rest_density);
            out.displacement[i] = out.pressure[i] * m * dt2;
            out.near_displacement[i] = c.near_stiffness * (m * g3[i]) * m * dt2;
            // At many times the rest density the sum over all neighbours must not exceed the velocity.
            out.damping[i] = c.dt * c.damping * std::min(1.0f, 2 * c.rest_density / std::max(g2[i], 1e-6f));
        }
    });
    displace(b, cells, out, jobs);
}

void relax_sequential(const BlobArrays& b, const CellGrid& cells, const RelaxConstants& c, Relaxation& out,
                      const SlotsByIndex& slots) {
    // In double, as the JavaScript of the original: many small displacements of a particle are added.
    const std::vector<double> mass(b.mass.data(), b.mass.data() + b.count);
    std::vector<double> x(b.x.data(), b.x.data() + b.count), y(b.y.data(), b.y.data() + b.count);
    const double h = c.h, dt2 = double{c.dt} * c.dt;
    std::vector<Neighbour> neighbours;
    for (int index = 0; index < slots.capacity(); ++index) {
        if (slots.is_free(static_cast<uint32_t>(index))) continue;
        const int slot = slots.slot(static_cast<uint32_t>(index));
        const auto i = static_cast<size_t>(slot);
        neighbours.clear();
        IndexRange ranges[CellGrid::max_ranges];
        const int count = cells.block_2d(b.x[slot], b.y[slot], ranges);
        double density = 0, near_density = 0;
        for (int k = 0; k < count; ++k) {
            // The last group of a range is read as a whole: the next range begins behind it.
            const int end = ranges[k].begin + round_up_to_lanes(ranges[k].end - ranges[k].begin);
            for (auto j = static_cast<size_t>(ranges[k].begin); j < static_cast<size_t>(std::min(end, b.count)); ++j) {
                const double dx = x[j] - x[i], dy = y[j] - y[i], r2 = dx * dx + dy * dy;
                if (j == i || r2 >= h * h) continue;
                const double r = __builtin_sqrt(r2), g = 1 - r / h;
                density += mass[i] * g * g;  // weighted with the particle's own mass
                near_density += mass[i] * g * g * g;
                double inv_length = 0;
                if (c.approximate_unit && r > 0) {
                    const double ax = __builtin_fabs(dx), ay = __builtin_fabs(dy);
                    inv_length = 1 / std::max(ax, ay);
                    inv_length *= 1.29289 - (ax + ay) * inv_length * 0.29289;
                } else if (r > 0) {
                    inv_length = 1 / r;
                }
                neighbours.push_back({j, g, dx * inv_length, dy * inv_length});
            }
        }
        out.density[slot] = static_cast<float>(density);
        out.pressure[slot] = c.stiffness * (out.density[slot] - c.rest_density);
        const double displacement = c.stiffness * (density - c.rest_density) * mass[i] * dt2;
        const double near_displacement = c.near_stiffness * near_density * mass[i] * dt2;
        for (const Neighbour& n : neighbours) {
            const double d = (displacement * n.g + near_displacement * n.g * n.g) / (mass[i] + mass[n.slot]);
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
