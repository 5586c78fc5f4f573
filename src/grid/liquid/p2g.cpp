#include "grid/liquid/p2g.h"

#include "grid/sampling.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

// Of the two faces across an axis that a particle reaches: whether the lower one is that of its own cell, and what each
// gets.
struct Halves {
    Int4 first;
    Float4 high, low;

    explicit Halves(Float4 into)
        : first(into >= 0.5f), high(into + select(first, splat(-0.5f), splat(0.5f))), low(1.0f - high) {}
};

// Adds four particles of a cell, or the first `count` of them, to the faces around it, one component. What a particle
// gives to the two faces along the component's axis, a weight and a momentum each, are the four lanes of one vector;
// across it meets two by two of the cell's three by three such pairs. With slopes the momenta change from pair to pair
// by `steps`.
template <int axis, bool affine>
void give_to_faces(const MacFrame& frame, const FlipParticles& p, int i, int count, const Float4 (&into)[3],
                   const Halves (&halves)[3], Float4 (&sums)[3][3]) {
    constexpr int b = FaceStencil<axis>::b, c = FaceStencil<axis>::c;
    const Float4 v = load(&p.v[axis][i]) - frame.velocity[axis];
    const Float4 lower = 1.0f - into[axis], upper = into[axis];
    Float4 shares[lanes] = {lower, lower * v, upper, upper * v};
    const Halves &hb = halves[b], &hc = halves[c];
    // In memory, where a lane by its number is one load.
    alignas(16) float w00[lanes], w10[lanes], w01[lanes], w11[lanes];
    store(w00, hb.low * hc.low), store(w10, hb.high * hc.low);
    store(w01, hb.low * hc.high), store(w11, hb.high * hc.high);
    alignas(16) int first[lanes];
    store(first, -(hb.first + 3 * hc.first));
    if constexpr (affine) {
        const Float4 along = load(&p.slope[axis][axis][i]) * frame.edge[axis];
        const Float4 by_b = load(&p.slope[axis][b][i]) * frame.edge[b];
        const Float4 by_c = load(&p.slope[axis][c][i]) * frame.edge[c];
        Float4 steps[lanes] = {lower * by_b, upper * by_b, lower * by_c, upper * by_c};
        const Float4 low = v - hb.high * by_b - hc.high * by_c - into[axis] * along;
        shares[1] = lower * low, shares[3] = upper * (low + along);
        transpose(shares[0], shares[1], shares[2], shares[3]);
        transpose(steps[0], steps[1], steps[2], steps[3]);
        for (int lane = 0; lane < count; ++lane) {
            Float4* to = &sums[0][0] + first[lane];
            const Float4 zero = splat(0.0f), step_b = __builtin_shufflevector(zero, steps[lane], 0, 4, 1, 5);
            const Float4 step_c = __builtin_shufflevector(zero, steps[lane], 0, 6, 1, 7);
            const Float4 above = shares[lane] + step_c;
            to[0] += splat(w00[lane]) * shares[lane], to[1] += splat(w10[lane]) * (shares[lane] + step_b);
            to[3] += splat(w01[lane]) * above, to[4] += splat(w11[lane]) * (above + step_b);
        }
        return;
    }
    const Int4 own = first_lanes(count);
    SLOSH_UNROLL for (int n = 0; n < lanes; ++n) shares[n] = only(own, shares[n]);
    transpose(shares[0], shares[1], shares[2], shares[3]);
    SLOSH_UNROLL for (int lane = 0; lane < lanes; ++lane) {
        Float4* to = &sums[0][0] + first[lane];
        to[0] += splat(w00[lane]) * shares[lane], to[1] += splat(w10[lane]) * shares[lane];
        to[3] += splat(w01[lane]) * shares[lane], to[4] += splat(w11[lane]) * shares[lane];
    }
}

// To the weights and momenta of faces, which lie side by side.
template <int axis>
void add_sums(const MacGrid& grid, int cell, const Float4 (&sums)[3][3], float* given) {
    const int along = grid.stride(axis), b = grid.stride(FaceStencil<axis>::b), c = grid.stride(FaceStencil<axis>::c);
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) {
            float* low = given + 2 * (cell + (j - 1) * b + (k - 1) * c);
            float* high = low + 2 * along;
            store_pairs(low, high, load_pairs(low, high) + sums[k][j]);
        }
}

template <bool affine>
void give_cell(const MacGrid& grid, const MacFrame& frame, const FlipParticles& p, int cell, int begin, int end,
               const float (&place)[3], InterleavedFaces& given) {
    Float4 sums[3][3][3] = {};
    for (int i = begin; i < end; i += lanes) {
        Float4 into[3];
        place_in_cell(frame, p, i, place, into);
        const Halves halves[3] = {Halves(into[0]), Halves(into[1]), Halves(into[2])};
        const int count = std::min(end - i, lanes);
        give_to_faces<0, affine>(frame, p, i, count, into, halves, sums[0]);
        give_to_faces<1, affine>(frame, p, i, count, into, halves, sums[1]);
        give_to_faces<2, affine>(frame, p, i, count, into, halves, sums[2]);
    }
    add_sums<0>(grid, cell, sums[0], given.axis[0].data());
    add_sums<1>(grid, cell, sums[1], given.axis[1].data());
    add_sums<2>(grid, cell, sums[2], given.axis[2].data());
}

// f(outside, inside) for the places of the border beside the two walls across `wall_axis` and of the cells before them.
template <class F>
void for_wall_pairs(const MacGrid& grid, int wall_axis, F&& f) {
    const int n[3] = {grid.nx, grid.ny, grid.nz};
    const int a = (wall_axis + 1) % 3, b = (wall_axis + 2) % 3;
    for (int v = -1; v <= n[b]; ++v)
        for (int u = -1; u <= n[a]; ++u) {
            int place[3];
            place[a] = u, place[b] = v;
            for (const auto& [outside, inside] : {std::pair(-1, 0), std::pair(n[wall_axis], n[wall_axis] - 1)}) {
                place[wall_axis] = outside;
                const int behind = grid.at(place[0], place[1], place[2]);
                place[wall_axis] = inside;
                f(behind, grid.at(place[0], place[1], place[2]));
            }
        }
}

// What was given to faces behind walls belongs to those before them, and a face on a wall has seen half of its fluid.
void fold_at_walls(const MacGrid& grid, int axis, float* given) {
    for (int wall = 0; wall < 3; ++wall) {
        if (wall == axis) continue;
        for_wall_pairs(grid, wall, [&](int outside, int inside) {
            for (int n : {0, 1}) {
                given[2 * inside + n] += given[2 * outside + n];
                given[2 * outside + n] = 0;
            }
        });
    }
    const int along = grid.stride(axis);
    for_wall_pairs(grid, axis, [&](int outside, int inside) {
        // The lower wall's face is that of the first cell, the upper one's that of the border.
        const int face = outside < inside ? inside : inside + along;
        given[2 * face] *= 2, given[2 * face + 1] *= 2;
    });
}

template <bool affine>
void give_all(const MacGrid& grid, const MacFrame& frame, const ParticleSort& cells, const FlipParticles& p, int first,
              InterleavedFaces& given) {
    for (int k = first; k < std::min(first + 2, grid.nz); ++k)
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i) {
                const int cell = grid.at(i, j, k), begin = cells.begin(cell), end = cells.end(cell);
                if (begin == end) continue;
                const float place[3] = {static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
                give_cell<affine>(grid, frame, p, cell, begin, end, place, given);
            }
}

}  // namespace

void particles_to_grid(const MacGrid& grid, const MacFrame& frame, const ParticleSort& cells, const FlipParticles& p,
                       Faces& velocity, Faces& weight, TransferScratch& room, Jobs& jobs) {
    // Those that walls fold onto others' among them.
    for_rows_around(grid, cells, 2, jobs, [&](int first, int end) {
        for (SimdArray<float>& given : room.gained.axis)
            std::fill(given.data() + 2 * first, given.data() + 2 * end, 0.0f);
    });
    // Two planes of cells give to the planes beside them, too: first the even pairs of planes, then the odd ones.
    const int pairs = (grid.nz + 1) / 2;
    for (int odd = 0; odd < 2; ++odd)
        jobs.run((pairs + 1 - odd) / 2, [&](int n) {
            const auto give = p.has_slopes() ? give_all<true> : give_all<false>;
            give(grid, frame, cells, p, 2 * (2 * n + odd), room.gained);
        });
    jobs.run(3, [&](int axis) { fold_at_walls(grid, axis, room.gained.axis[axis].data()); });
    jobs.run(grid.nz + 2, [&](int plane) {
        for (int j = -1; j <= grid.ny; ++j) {
            const int first = grid.at(-1, j, plane - 1), end = first + grid.row;
            const bool any = cells.any_around(grid, j, plane - 1);
            for (int axis = 0; axis < 3; ++axis) {
                const float* given = room.gained.axis[axis].data();
                float *v = velocity.axis[axis].data(), *w = weight.axis[axis].data();
                for (int at = first; at < end; at += lanes) {
                    Float4 total = splat(0.0f), momentum = total;
                    if (any) {
                        const Float4 a = load(given + 2 * at), b = load(given + 2 * at + lanes);
                        total = __builtin_shufflevector(a, b, 0, 2, 4, 6);
                        momentum = __builtin_shufflevector(a, b, 1, 3, 5, 7);
                    }
                    store(w + at, total), store(v + at, momentum / select(total > 0.0f, total, splat(1.0f)));
                }
            }
        }
    });
}

void grid_to_affine_particles(const MacGrid& grid, const MacFrame& frame, const ParticleSort& cells,
                              const Faces& velocity, const uint8_t* ballistic, glm::vec3 fall, FlipParticles& p,
                              Jobs& jobs) {
    for_filled_cells(grid, cells, jobs, [&](int cell, int i, int j, int k, int begin, int end) {
        if (ballistic && ballistic[cell]) {
            for (int d = 0; d < 3; ++d)
                for (int slot = begin; slot < end; ++slot) {
                    p.v[d][slot] += fall[d];
                    for (int c = 0; c < 3; ++c) p.slope[c][d][slot] = 0;
                }
            return;
        }
        const float place[3] = {static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
        const CellSampler sampler(grid, velocity, cell);
        for (int slot = begin; slot < end; slot += lanes) {
            Float4 into[3], here[3], slopes[3][3];
            place_in_cell(frame, p, slot, place, into);
            sampler.sample(weights_in_cell(into), tent_slopes_in_cell(into), here, slopes);
            for (int c = 0; c < 3; ++c) {
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

void cells_to_particles(const MacGrid& grid, const MacFrame& frame, const SimdArray<float>& a,
                        const SimdArray<float>* b, float unit, const FlipParticles& p, SimdArray<float>& out,
                        Jobs& jobs) {
    jobs.for_range(p.count, particle_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) {
            Float4 place[3];
            for (int d = 0; d < 3; ++d) place[d] = frame.in_cells(d, load(&p.x[d][i]));
            Float4 value = sample_centres(grid, a.data(), place);
            if (b) value += sample_centres(grid, b->data(), place);
            store_first(&out[i], unit * value, end - i);
        }
    });
}

}  // namespace slosh
