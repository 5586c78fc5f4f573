#include "analysis/anisotropy.h"

#include <algorithm>
#include <cmath>

#include "base/bounds.h"

namespace slosh {
namespace {

constexpr int anisotropy_block = 2048, neighbour_block = 128;
constexpr float full_spread = 0.15f;  // of s_k inside the fluid, in R^2

// Four symmetric 3x3 matrices, one per lane.
struct Matrices {
    Float4 a[3][3];
};

// Cyclic Jacobi: after a few sweeps the diagonal holds the eigenvalues and the columns of `vectors` the eigenvectors.
void diagonalise(Matrices& m, Float4 (&vectors)[3][3]) {
    constexpr int sweeps = 5;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) vectors[i][j] = splat(i == j ? 1 : 0);
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int p = 0; p < 2; ++p)
            for (int q = p + 1; q < 3; ++q) {
                const Float4 off = m.a[p][q];
                const Int4 rotates = abs(off) > 1e-12f * (abs(m.a[p][p]) + abs(m.a[q][q]));
                const Float4 theta = (m.a[q][q] - m.a[p][p]) / (2.0f * select(rotates, off, splat(1)));
                const Float4 tangent =
                    select(theta < 0.0f, splat(-1), splat(1)) / (abs(theta) + sqrt(theta * theta + 1.0f));
                const Float4 t = select(rotates, tangent, Float4{});
                const Float4 c = 1.0f / sqrt(t * t + 1.0f), s = t * c;
                m.a[p][p] -= t * off;
                m.a[q][q] += t * off;
                m.a[p][q] = m.a[q][p] = select(rotates, Float4{}, off);
                const int r = 3 - p - q;
                const Float4 rp = m.a[r][p], rq = m.a[r][q];
                m.a[r][p] = m.a[p][r] = c * rp - s * rq;
                m.a[r][q] = m.a[q][r] = s * rp + c * rq;
                for (int i = 0; i < 3; ++i) {
                    const Float4 vp = vectors[i][p], vq = vectors[i][q];
                    vectors[i][p] = c * vp - s * vq;
                    vectors[i][q] = s * vp + c * vq;
                }
            }
}

void swap_if(Int4 which, Float4& a, Float4& b) {
    const Float4 first = select(which, b, a);
    b = select(which, a, b);
    a = first;
}

// Sorts the columns by length, the longest first.
void sort_columns(Float4 (&length)[3], Float4 (&vectors)[3][3]) {
    constexpr int pairs[3][2] = {{0, 1}, {1, 2}, {0, 1}};
    for (const auto& [p, q] : pairs) {
        const Int4 wrong = length[p] < length[q];
        swap_if(wrong, length[p], length[q]);
        for (int i = 0; i < 3; ++i) swap_if(wrong, vectors[i][p], vectors[i][q]);
    }
}

}  // namespace

// Sums over a neighbourhood of w, w x and w x x, with positions relative to its particle in units of the radius.
struct Anisotropy::Moments {
    float neighbours = 0, weight = 0, first[3] = {}, second[6] = {};
};

Ellipsoids Anisotropy::find(std::span<const float> x, std::span<const float> y, std::span<const float> z, float spacing,
                            const GlassBox& glass, Jobs& jobs) {
    glass_ = glass;
    const std::span<const float> from[3] = {x, y, z};
    const auto count = static_cast<int>(x.size());
    radius_ = spacings * spacing;
    glm::vec3 lo(0), hi(0);
    for (int d = 0; d < 3; ++d) find_bounds(from[d], lo[d], hi[d]);
    cells_.build(3, {lo, hi}, radius_ * cell_margin, {count, x.data(), y.data(), z.data()}, jobs);
    for (SimdArray<float>& a : x_) {
        if (a.capacity() < count) a.assign(count);
        a.set_count(count);
    }
    const std::span<const uint32_t> order = cells_.order();
    jobs.for_range(count, anisotropy_block, [&](int begin, int end) {
        for (int slot = begin; slot < end; ++slot) {
            const size_t i = order[static_cast<size_t>(slot)];
            const float zero_if_finite = x[i] * 0 + y[i] * 0 + z[i] * 0;
            for (int d = 0; d < 3; ++d) x_[d][slot] = zero_if_finite == 0 ? from[d][i] : far_away;
        }
    });
    for (int d = 0; d < 3; ++d) x_[d].pad_with(far_away);
    centre_.resize(x.size());
    for (std::vector<glm::vec3>& axis : axes_) axis.resize(x.size());
    jobs.for_range(count, neighbour_block, [&](int begin, int end) {
        for (int slot = begin; slot < end; slot += lanes) write(slot, std::min(lanes, end - slot));
    });
    return {centre_, {axes_[0], axes_[1], axes_[2]}};
}

// The same sums in lanes, over four neighbours at a time.
struct Anisotropy::Sums {
    Float4 found{}, weight{}, first[3] = {}, second[6] = {};
};

// Adds the neighbours of the position `at`; a `side` of -1 mirrors them along that axis.
void Anisotropy::add_neighbours(const float (&at)[3], const float (&side)[3], Sums& sums) const {
    const float inv_radius = 1 / radius_;
    IndexRange ranges[CellGrid::max_ranges];
    const int range_count = cells_.ranges_3d(at[0], at[1], at[2], ranges);
    for (int k = 0; k < range_count; ++k)
        for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) {
            Float4 q[3], q2{};
            for (int d = 0; d < 3; ++d) {
                q[d] = (load(&x_[d][j]) - at[d]) * (side[d] * inv_radius);
                q2 += q[d] * q[d];
            }
            const Int4 inside = q2 < 1.0f;
            if (!any(inside)) continue;
            const Float4 w = select(inside, 1.0f - q2 * sqrt(q2), Float4{});
            sums.found += mask_and_nonneg(inside, splat(1));
            sums.weight += w;
            for (int a = 0, n = 0; a < 3; ++a) {
                const Float4 wq = w * q[a];
                sums.first[a] += wq;
                for (int b = a; b < 3; ++b) sums.second[n++] += wq * q[b];
            }
        }
}

Anisotropy::Moments Anisotropy::gather_moments(int slot) const {
    Sums sums;
    const float at[3] = {x_[0][slot], x_[1][slot], x_[2][slot]};
    add_neighbours(at, {1, 1, 1}, sums);
    // The mirror images of the particle in the panes within the radius, in their edges and corners. Summing over the
    // neighbours of an image equals summing over mirrored fluid behind the pane.
    float image[3];
    int near = 0;
    for (int d = 0; d < 3; ++d) {
        const float pane = at[d] - glass_.lo[d] < glass_.hi[d] - at[d] ? glass_.lo[d] : glass_.hi[d];
        image[d] = 2 * pane - at[d];
        if (std::abs(pane - at[d]) < radius_) near |= 1 << d;
    }
    for (int panes = 1; panes < 8; ++panes) {
        if ((panes & near) != panes) continue;
        float from[3], side[3];
        for (int d = 0; d < 3; ++d) {
            const bool mirrored = panes >> d & 1;
            from[d] = mirrored ? image[d] : at[d];
            side[d] = mirrored ? -1.0f : 1.0f;
        }
        add_neighbours(from, side, sums);
    }
    Moments moments;
    moments.neighbours = reduce_add(sums.found) - 1;
    moments.weight = reduce_add(sums.weight);
    for (int d = 0; d < 3; ++d) moments.first[d] = reduce_add(sums.first[d]);
    for (int n = 0; n < 6; ++n) moments.second[n] = reduce_add(sums.second[n]);
    return moments;
}

// Writes the ellipsoids of four slots, or of the last few.
void Anisotropy::write(int first_slot, int used) {
    Float4 neighbours{}, mean[3] = {};
    Matrices m{};
    for (int lane = 0; lane < used; ++lane) {
        const Moments moments = gather_moments(first_slot + lane);
        if (!(moments.weight > 0)) continue;
        neighbours[lane] = moments.neighbours;
        for (int d = 0; d < 3; ++d) mean[d][lane] = moments.first[d] / moments.weight;
        for (int a = 0, n = 0; a < 3; ++a)
            for (int b = a; b < 3; ++b, ++n)
                m.a[a][b][lane] = m.a[b][a][lane] = moments.second[n] / moments.weight - mean[a][lane] * mean[b][lane];
    }
    Float4 vectors[3][3];
    diagonalise(m, vectors);
    Float4 length[3];
    for (int k = 0; k < 3; ++k) length[k] = max(m.a[k][k] * (1 / full_spread), splat(0));
    sort_columns(length, vectors);
    const Float4 shortest = length[0] * (1 / max_axis_ratio);
    const Float4 blend =
        clamp((neighbours - few_neighbours) * (1 / (full_neighbours - few_neighbours)), splat(0), splat(1));
    const std::span<const uint32_t> order = cells_.order();
    for (int k = 0; k < 3; ++k) length[k] = isolated_radius + blend * (max(length[k], shortest) - isolated_radius);
    for (int lane = 0; lane < used; ++lane) {
        const int slot = first_slot + lane;
        const size_t i = order[static_cast<size_t>(slot)];
        for (int d = 0; d < 3; ++d) {
            centre_[i][d] = x_[d][slot] + smoothing * blend[lane] * mean[d][lane] * radius_;
            for (int k = 0; k < 3; ++k) axes_[k][i][d] = vectors[d][k][lane] * length[k][lane];
        }
    }
}

}  // namespace slosh
