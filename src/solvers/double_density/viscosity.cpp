#include "solvers/double_density/viscosity.h"

#include <algorithm>

namespace slosh {
namespace {

constexpr int max_iterations = 100;
constexpr double max_residual = 0.03;  // of the change of the velocities, in the norm of the kinetic energy

// Sums: dt times the viscous force for the velocities vx, vy. The speed of approach in the part of beta is that of the
// velocities before.
struct ViscosityInteraction {
    static constexpr int sums = 2;
    struct Particle {
        Float4 x, y, vx, vy, mass, before_x, before_y;
    };
    const float *x, *y, *vx, *vy, *mass, *before_x, *before_y;
    float inv_h;
    float linear_dt, quadratic_dt;  // sigma dt; beta dt, s/u

    Particle load(int i, auto read) const {
        return {.x = read(x + i),
                .y = read(y + i),
                .vx = read(vx + i),
                .vy = read(vy + i),
                .mass = read(mass + i),
                .before_x = read(before_x + i),
                .before_y = read(before_y + i)};
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        const Float4 dx = j.x - i.x, dy = j.y - i.y;
        const Float4 r2 = (dx * dx + tiny_squared) + dy * dy, r = sqrt(r2);
        const Float4 g = max(1.0f - r * inv_h, splat(0.0f));
        const Float4 v_dot_r_old = (j.before_x - i.before_x) * dx + (j.before_y - i.before_y) * dy;
        const Float4 strength = linear_dt + quadratic_dt * max(-v_dot_r_old / r, splat(0.0f));
        const Float4 v_dot_r = (j.vx - i.vx) * dx + (j.vy - i.vy) * dy;
        const Float4 scale = strength * g * (i.mass * j.mass) * v_dot_r / ((i.mass + j.mass) * r2);
        const Float4 fx = scale * dx, fy = scale * dy;
        sum_i[0] += fx, sum_i[1] += fy;
        sum_j[0] -= fx, sum_j[1] -= fy;
    }
};

}  // namespace

void BlobViscosity::clear() {
    for (std::vector<float>& last : last_change_) last.clear();
}

void BlobViscosity::apply(BlobArrays& b, const CellGrid& cells, const SlotsByIndex& slots, const ViscosityConstants& c,
                          RowPartition& strips, PairSums<2>& sums, Jobs& jobs) {
    for (int d = 0; d < 2; ++d)
        for (SimdArray<float>* a : {&change_[d], &residual_[d], &direction_[d], &product_[d]}) {
            if (a->capacity() != b.x.capacity()) a->assign(b.x.capacity());
            a->set_count(b.count);
        }
    for (std::vector<float>& last : last_change_) last.resize(static_cast<size_t>(slots.capacity()));
    for (int i = 0; i < b.count; ++i)
        for (int d = 0; d < 2; ++d) change_[d][i] = last_change_[d][slots.index_of(b.id[i])];
    parts_.resize(static_cast<size_t>(b.x.capacity() / slots_per_block + 1));
    strips.build(cells, slots_per_strip);
    solve(b, cells, c, strips, sums, jobs);
    for (int i = 0; i < b.count; ++i) {
        b.vx[i] += change_[0][i], b.vy[i] += change_[1][i];
        for (int d = 0; d < 2; ++d) last_change_[d][slots.index_of(b.id[i])] = change_[d][i];
    }
}

void BlobViscosity::solve(const BlobArrays& b, const CellGrid& cells, const ViscosityConstants& c,
                          const RowPartition& strips, PairSums<2>& sums, Jobs& jobs) {
    const int count = b.count;
    // r = dt F(v + x) - M x, p = r / M
    for (int i = 0; i < count; ++i)
        direction_[0][i] = b.vx[i] + change_[0][i], direction_[1][i] = b.vy[i] + change_[1][i];
    double rr = add_forces(b, cells, c, strips, sums, jobs, [&](int i, float fx, float fy) {
        const float m = b.mass[i];
        const float rx = residual_[0][i] = fx - m * change_[0][i], ry = residual_[1][i] = fy - m * change_[1][i];
        return static_cast<double>((rx * rx + ry * ry) / m);
    });
    double xx = sum(count, jobs, [&](int i) {
        double x2 = 0;
        for (int d = 0; d < 2; ++d) {
            direction_[d][i] = residual_[d][i] / b.mass[i];
            x2 += static_cast<double>(b.mass[i] * change_[d][i] * change_[d][i]);
        }
        return x2;
    });
    for (iterations_ = 0; iterations_ < max_iterations && rr > max_residual * max_residual * xx && rr > 0;
         ++iterations_) {
        const double p_ap = add_forces(b, cells, c, strips, sums, jobs, [&](int i, float fx, float fy) {
            const float px = direction_[0][i], py = direction_[1][i];
            const float ax = product_[0][i] = b.mass[i] * px - fx, ay = product_[1][i] = b.mass[i] * py - fy;
            return static_cast<double>(px * ax + py * ay);
        });
        if (!(p_ap > 0)) break;
        const auto alpha = static_cast<float>(rr / p_ap);
        xx = sum(count, jobs, [&](int i) {
            double x2 = 0;
            for (int d = 0; d < 2; ++d) {
                const float x = change_[d][i] += alpha * direction_[d][i];
                residual_[d][i] -= alpha * product_[d][i];
                x2 += static_cast<double>(b.mass[i] * x * x);
            }
            return x2;
        });
        const double before = rr;
        rr = sum(count, jobs, [&](int i) {
            const float x = residual_[0][i], y = residual_[1][i];
            return static_cast<double>((x * x + y * y) / b.mass[i]);
        });
        const auto beta = static_cast<float>(rr / before);
        jobs.for_range(count, slots_per_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i)
                for (int d = 0; d < 2; ++d) direction_[d][i] = residual_[d][i] / b.mass[i] + beta * direction_[d][i];
        });
    }
}

double BlobViscosity::add_forces(const BlobArrays& b, const CellGrid& cells, const ViscosityConstants& c,
                                 const RowPartition& strips, PairSums<2>& sums, Jobs& jobs, auto&& use) {
    const ViscosityInteraction interaction{.x = b.x.data(),
                                           .y = b.y.data(),
                                           .vx = direction_[0].data(),
                                           .vy = direction_[1].data(),
                                           .mass = b.mass.data(),
                                           .before_x = b.vx.data(),
                                           .before_y = b.vy.data(),
                                           .inv_h = 1 / c.h,
                                           .linear_dt = c.linear * c.dt,
                                           .quadratic_dt = c.quadratic * c.dt};
    for_cell_pairs(cells, strips, interaction, sums, b.x.data(), b.y.data(), jobs, [](int, int) {});
    return sum(b.count, jobs, [&](int i) { return use(i, sums.result(0)[i], sums.result(1)[i]); });
}

double BlobViscosity::sum(int count, Jobs& jobs, auto&& of) {
    jobs.for_range(count, slots_per_block, [&](int begin, int end) {
        double part = 0;
        for (int i = begin; i < end; ++i) part += of(i);
        parts_[static_cast<size_t>(begin / slots_per_block)] = part;
    });
    double total = 0;
    for (int b = 0; b * slots_per_block < count; ++b) total += parts_[static_cast<size_t>(b)];
    return total;
}

}  // namespace slosh
