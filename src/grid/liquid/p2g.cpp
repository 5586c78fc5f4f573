#include "grid/liquid/p2g.h"

#include "grid/extrapolate.h"
#include "grid/sampling.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

// The two faces across an axis with a nonzero transverse weight: whether the lower one belongs to this cell, and the
// weights.
struct TransverseSplit {
    Int4 first;
    Float4 high, low;

    explicit TransverseSplit(Float4 frac)
        : first(frac >= 0.5f), high(frac + select(first, splat(-0.5f), splat(0.5f))), low(1.0f - high) {}
};

// Four positions in a cell, as fractions of it along each axis.
struct PositionsInCell {
    Float4 frac[3];
    TransverseSplit splits[3];

    explicit PositionsInCell(const Float4 (&f)[3])
        : frac{f[0], f[1], f[2]}, splits{TransverseSplit(f[0]), TransverseSplit(f[1]), TransverseSplit(f[2])} {}
};

// Scatters four particles of a cell, or the first `count`, to the faces around it, one component. For the two faces
// along the component's axis, (weight, momentum) pairs form the four lanes of one vector; across it each particle
// writes to 2 x 2 of the 3 x 3 such vectors. With slopes (APIC) the momenta differ between them by `steps`.
template <int axis, bool affine>
void scatter_to_faces(const MacFrame& frame, const FlipParticles& p, int i, int count, const PositionsInCell& position,
                      Float4 (&sums)[3][3]) {
    constexpr int b = FaceStencil<axis>::b, c = FaceStencil<axis>::c;
    const Float4 v = load(&p.v[axis][i]) - frame.velocity[axis];
    const Float4 upper = position.frac[axis], lower = 1.0f - upper;
    Float4 contributions[lanes] = {lower, lower * v, upper, upper * v};
    const TransverseSplit &hb = position.splits[b], &hc = position.splits[c];
    // Stored, because indexing a lane in memory is a single load.
    alignas(16) float w00[lanes], w10[lanes], w01[lanes], w11[lanes];
    store(w00, hb.low * hc.low);
    store(w10, hb.high * hc.low);
    store(w01, hb.low * hc.high);
    store(w11, hb.high * hc.high);
    alignas(16) int first[lanes];
    store(first, -(hb.first + 3 * hc.first));
    if constexpr (affine) {
        const Float4 along = load(&p.slope[axis][axis][i]) * frame.edge[axis];
        const Float4 by_b = load(&p.slope[axis][b][i]) * frame.edge[b];
        const Float4 by_c = load(&p.slope[axis][c][i]) * frame.edge[c];
        Float4 steps[lanes] = {lower * by_b, upper * by_b, lower * by_c, upper * by_c};
        const Float4 low = v - hb.high * by_b - hc.high * by_c - upper * along;
        contributions[1] = lower * low;
        contributions[3] = upper * (low + along);
        transpose(contributions[0], contributions[1], contributions[2], contributions[3]);
        transpose(steps[0], steps[1], steps[2], steps[3]);
        for (int lane = 0; lane < count; ++lane) {
            Float4* to = &sums[0][0] + first[lane];
            const Float4 zero = splat(0.0f), step_b = __builtin_shufflevector(zero, steps[lane], 0, 4, 1, 5);
            const Float4 step_c = __builtin_shufflevector(zero, steps[lane], 0, 6, 1, 7);
            const Float4 above = contributions[lane] + step_c;
            to[0] += splat(w00[lane]) * contributions[lane];
            to[1] += splat(w10[lane]) * (contributions[lane] + step_b);
            to[3] += splat(w01[lane]) * above;
            to[4] += splat(w11[lane]) * (above + step_b);
        }
        return;
    }
    const Int4 used = first_lanes(count);
    SLOSH_UNROLL for (int n = 0; n < lanes; ++n) contributions[n] = mask_and(used, contributions[n]);
    transpose(contributions[0], contributions[1], contributions[2], contributions[3]);
    SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) {
        Float4* to = &sums[0][0] + first[lane];
        to[0] += splat(w00[lane]) * contributions[lane];
        to[1] += splat(w10[lane]) * contributions[lane];
        to[3] += splat(w01[lane]) * contributions[lane];
        to[4] += splat(w11[lane]) * contributions[lane];
    }
}

// Adds to the interleaved (weight, momentum) pairs of the faces.
template <int axis>
void add_to_faces(const MacGrid& grid, int cell, const Float4 (&sums)[3][3], float* accumulated) {
    const int along = grid.stride(axis), b = grid.stride(FaceStencil<axis>::b), c = grid.stride(FaceStencil<axis>::c);
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) {
            float* low = accumulated + 2 * (cell + (j - 1) * b + (k - 1) * c);
            float* high = low + 2 * along;
            store_pairs(low, high, load_pairs(low, high) + sums[k][j]);
        }
}

template <bool affine>
void scatter_cell(const GridLayout& layout, const SortedParticles& particles, int cell, const float (&coord)[3],
                  InterleavedFaces& accumulated) {
    const MacGrid& grid = layout.grid;
    const MacFrame& frame = layout.frame;
    const FlipParticles& p = particles.front;
    const int begin = particles.cells.begin(cell), end = particles.cells.end(cell);
    if (begin == end) return;
    Float4 sums[3][3][3] = {};
    for (int i = begin; i < end; i += lanes) {
        const Float4 x[3] = {load(&p.x[0][i]), load(&p.x[1][i]), load(&p.x[2][i])};
        Float4 frac[3];
        fraction_in_cell(frame, x, coord, frac);
        const PositionsInCell position(frac);
        const int count = std::min(end - i, lanes);
        scatter_to_faces<0, affine>(frame, p, i, count, position, sums[0]);
        scatter_to_faces<1, affine>(frame, p, i, count, position, sums[1]);
        scatter_to_faces<2, affine>(frame, p, i, count, position, sums[2]);
    }
    add_to_faces<0>(grid, cell, sums[0], accumulated.axis[0].data());
    add_to_faces<1>(grid, cell, sums[1], accumulated.axis[1].data());
    add_to_faces<2>(grid, cell, sums[2], accumulated.axis[2].data());
}

// Mirror walls: contributions behind a wall are folded onto the faces before it, and a face on a wall counts twice.
void fold_at_walls(const MacGrid& grid, int axis, float* accumulated) {
    for (int wall = 0; wall < 3; ++wall) {
        if (wall == axis) continue;
        for_wall_pairs(grid, wall, [&](int outside, int inside) {
            for (int n : {0, 1}) {
                accumulated[2 * inside + n] += accumulated[2 * outside + n];
                accumulated[2 * outside + n] = 0;
            }
        });
    }
    const int along = grid.stride(axis);
    for_wall_pairs(grid, axis, [&](int outside, int inside) {
        // The face of the lower wall belongs to the first cell, that of the upper wall to the border.
        const int face = outside < inside ? inside : inside + along;
        accumulated[2 * face] *= 2;
        accumulated[2 * face + 1] *= 2;
    });
}

template <bool affine>
void scatter_planes(const GridLayout& layout, const SortedParticles& particles, int first,
                    InterleavedFaces& accumulated) {
    const MacGrid& grid = layout.grid;
    for (int k = first; k < std::min(first + 2, grid.nz); ++k)
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i) {
                const float coord[3] = {static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
                scatter_cell<affine>(layout, particles, grid.at(i, j, k), coord, accumulated);
            }
}

}  // namespace

void particles_to_grid(const GridLayout& layout, const SortedParticles& particles, Faces& velocity, Faces& weight,
                       TransferScratch& scratch, Jobs& jobs) {
    const MacGrid& grid = layout.grid;
    const ParticleSort& cells = particles.cells;
    // Clears two rows around particles: faces behind walls are folded back, too.
    for_rows_around(grid, cells, 2, jobs, [&](int first, int end) {
        for (SimdArray<float>& accumulated : scratch.velocity_delta.axis)
            std::fill(accumulated.data() + 2 * first, accumulated.data() + 2 * end, 0.0f);
    });
    // Two planes of cells scatter to the planes beside them, too. Two colours avoid write conflicts: first the even
    // pairs of planes, then the odd ones.
    const int pairs = (grid.nz + 1) / 2;
    for (int odd = 0; odd < 2; ++odd)
        jobs.run((pairs + 1 - odd) / 2, [&](int n) {
            const auto scatter = particles.front.has_slopes() ? scatter_planes<true> : scatter_planes<false>;
            scatter(layout, particles, 2 * (2 * n + odd), scratch.velocity_delta);
        });
    jobs.run(3, [&](int axis) { fold_at_walls(grid, axis, scratch.velocity_delta.axis[axis].data()); });
    jobs.run(grid.nz + 2, [&](int plane) {
        for (int j = -1; j <= grid.ny; ++j) {
            const int first = grid.at(-1, j, plane - 1), end = first + grid.row;
            const bool any = cells.any_around(grid, j, plane - 1);
            for (int axis = 0; axis < 3; ++axis) {
                const float* accumulated = scratch.velocity_delta.axis[axis].data();
                float *v = velocity.axis[axis].data(), *w = weight.axis[axis].data();
                for (int at = first; at < end; at += lanes) {
                    Float4 total = splat(0.0f), momentum = total;
                    if (any) {
                        const Float4 a = load(accumulated + 2 * at), b = load(accumulated + 2 * at + lanes);
                        total = __builtin_shufflevector(a, b, 0, 2, 4, 6);
                        momentum = __builtin_shufflevector(a, b, 1, 3, 5, 7);
                    }
                    store(w + at, total);
                    store(v + at, momentum / select(total > 0.0f, total, splat(1.0f)));
                }
            }
        }
    });
}

void grid_to_affine_particles(const GridLayout& layout, const Faces& velocity, const AdvectionStep& step,
                              SortedParticles& particles, Jobs& jobs) {
    const MacGrid& grid = layout.grid;
    const MacFrame& frame = layout.frame;
    FlipParticles& p = particles.front;
    const uint8_t* const isolated = step.isolated;
    const glm::vec3 gravity_dt = step.gravity_dt;
    const FreeFall fall(gravity_dt, step.dt);
    for_filled_cells(grid, particles.cells, jobs, [&](int cell, int i, int j, int k, int begin, int end) {
        if (isolated && isolated[cell]) {
            for (int d = 0; d < 3; ++d)
                for (int slot = begin; slot < end; ++slot) {
                    p.v[d][slot] += gravity_dt[d];
                    for (int c = 0; c < 3; ++c) p.slope[c][d][slot] = 0;
                }
            return;
        }
        const float coord[3] = {static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
        const CellSampler sampler(grid, velocity, cell);
        for (int slot = begin; slot < end; slot += lanes) {
            Float4 x[3], frac[3], here[3], slopes[3][3];
            for (int d = 0; d < 3; ++d) x[d] = load_first(&p.x[d][slot], end - slot);
            fraction_in_cell(frame, x, coord, frac);
            sampler.sample(cell_weights(frac), transverse_gradients(frac), here, slopes);
            Float4 along_gravity{};
            for (int c = 0; c < 3; ++c)
                along_gravity += (here[c] + frame.velocity[c] - load_first(&p.v[c][slot], end - slot)) * gravity_dt[c];
            const Float4 falling = fall.part(along_gravity);
            for (int c = 0; c < 3; ++c) {
                store_first(&p.x[c][slot], x[c] - falling * fall.early[c], end - slot);
                store_first(&p.v[c][slot], here[c] + frame.velocity[c], end - slot);
                for (int d = 0; d < 3; ++d)
                    store_first(&p.slope[c][d][slot], slopes[c][d] * frame.inv_edge[d], end - slot);
            }
        }
    });
}

void mirror_in_walls(const MacGrid& grid, Faces& velocity) {
    for (int axis = 0; axis < 3; ++axis)
        for (int wall = 0; wall < 3; ++wall)
            if (wall != axis)
                for_wall_pairs(grid, wall, [&](int outside, int inside) {
                    velocity.axis[axis][outside] = velocity.axis[axis][inside];
                });
}

void cells_to_particles(const GridLayout& layout, std::span<const CellsToParticles> fields, const FlipParticles& p,
                        Jobs& jobs) {
    jobs.for_range(p.count, particle_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) {
            Float4 coord[3];
            for (int d = 0; d < 3; ++d) coord[d] = layout.frame.in_cells(d, load(&p.x[d][i]));
            const CentreSampler around(layout.grid, coord);
            for (const CellsToParticles& field : fields) {
                Float4 value = around.sample(field.a);
                if (field.b) value += around.sample(*field.b);
                store_first(&field.out[i], field.unit * value, end - i);
            }
        }
    });
}

}  // namespace slosh
