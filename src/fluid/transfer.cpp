#include "fluid/transfer.h"

#include "fluid/cell_weights.h"

namespace slosh {
namespace {

// Sums over the particles of a cell, four lanes each, for the 2 x 3 x 3 faces of one component.
struct CellSums {
    Float4 weight[3][3][2], momentum[3][3][2];
};

template <int axis>
void add_up(const MacFrame& frame, const GridParticles& p, int begin, int end, const float (&place)[3],
            CellSums& sums) {
    constexpr int b = FaceStencil<axis>::b, c = FaceStencil<axis>::c;
    for (int i = begin; i < end; i += lanes) {
        Float4 into[3];
        place_in_cell(frame, p, i, place, into);
        const CellWeights w = weights_in_cell(into);
        const Int4 mine = first_lanes(end - i);
        const Float4 none = splat(0.0f);
        const Float4 hat[2] = {select(mine, w.hat[axis][0], none), select(mine, w.hat[axis][1], none)};
        const Float4 v = load(&p.v[axis][i]) - frame.velocity[axis];
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 3; ++j) {
                const Float4 across = w.tent[c][k] * w.tent[b][j];
                for (int e = 0; e < 2; ++e) {
                    const Float4 share = across * hat[e];
                    sums.weight[k][j][e] += share;
                    sums.momentum[k][j][e] += share * v;
                }
            }
    }
}

template <int axis>
void give_to_faces(const MacGrid& grid, const MacFrame& frame, const GridParticles& p, int cell, int begin, int end,
                   const float (&place)[3], Faces& velocity, Faces& weight) {
    constexpr int b = FaceStencil<axis>::b, c = FaceStencil<axis>::c;
    CellSums sums{};
    add_up<axis>(frame, p, begin, end, place, sums);
    float *m = velocity.axis[axis].data(), *w = weight.axis[axis].data();
    const int along = grid.stride(axis);
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) {
            Float4 a = sums.weight[k][j][0], d = sums.weight[k][j][1];
            Float4 e = sums.momentum[k][j][0], f = sums.momentum[k][j][1];
            transpose(a, d, e, f);
            const Float4 total = (a + d) + (e + f);
            const int at = cell + (j - 1) * grid.stride(b) + (k - 1) * grid.stride(c);
            w[at] += total[0], w[at + along] += total[1];
            m[at] += total[2], m[at + along] += total[3];
        }
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
void fold_at_walls(const MacGrid& grid, int axis, float* velocity, float* weight) {
    for (int wall = 0; wall < 3; ++wall) {
        if (wall == axis) continue;
        for_wall_pairs(grid, wall, [&](int outside, int inside) {
            velocity[inside] += velocity[outside], weight[inside] += weight[outside];
            velocity[outside] = 0, weight[outside] = 0;
        });
    }
    const int along = grid.stride(axis);
    for_wall_pairs(grid, axis, [&](int outside, int inside) {
        // The lower wall's face is that of the first cell, the upper one's that of the border.
        const int face = outside < inside ? inside : inside + along;
        velocity[face] *= 2, weight[face] *= 2;
    });
}

}  // namespace

void particles_to_grid(const MacGrid& grid, const MacFrame& frame, const CellSort& cells, const GridParticles& p,
                       Faces& velocity, Faces& weight, Jobs& jobs) {
    jobs.run(grid.nz + 2, [&](int k) {
        for (int axis = 0; axis < 3; ++axis)
            for (Padded<float>* a : {&velocity.axis[axis], &weight.axis[axis]})
                std::fill_n(a->data() + k * grid.slab, grid.slab, 0.0f);
    });
    // Two planes of cells give to the planes beside them, too: first the even pairs of planes, then the odd ones.
    const int pairs = (grid.nz + 1) / 2;
    for (int odd = 0; odd < 2; ++odd)
        jobs.run((pairs + 1 - odd) / 2, [&](int n) {
            const int first = 2 * (2 * n + odd);
            for (int k = first; k < std::min(first + 2, grid.nz); ++k)
                for (int j = 0; j < grid.ny; ++j)
                    for (int i = 0; i < grid.nx; ++i) {
                        const int cell = grid.at(i, j, k), begin = cells.begin(cell), end = cells.end(cell);
                        if (begin == end) continue;
                        const float place[3] = {static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
                        give_to_faces<0>(grid, frame, p, cell, begin, end, place, velocity, weight);
                        give_to_faces<1>(grid, frame, p, cell, begin, end, place, velocity, weight);
                        give_to_faces<2>(grid, frame, p, cell, begin, end, place, velocity, weight);
                    }
        });
    jobs.run(3, [&](int axis) { fold_at_walls(grid, axis, velocity.axis[axis].data(), weight.axis[axis].data()); });
    jobs.run(grid.nz + 2, [&](int k) {
        for (int axis = 0; axis < 3; ++axis) {
            float *v = velocity.axis[axis].data(), *w = weight.axis[axis].data();
            for (int at = k * grid.slab; at < (k + 1) * grid.slab; at += lanes) {
                const Float4 total = load(w + at);
                store(v + at, load(v + at) / select(total > 0.0f, total, splat(1.0f)));
            }
        }
    });
}

void grid_to_particles(const MacGrid& grid, const MacFrame& frame, const CellSort& cells, const Faces& gained,
                       float flip, const uint8_t* ballistic, const float (&fall)[3], GridParticles& p, Jobs& jobs) {
    for_filled_cells(grid, cells, jobs, [&](int cell, int i, int j, int k, int begin, int end) {
        if (ballistic && ballistic[cell]) {
            for (int d = 0; d < 3; ++d)
                for (int slot = begin; slot < end; ++slot) p.v[d][slot] += fall[d];
            return;
        }
        const float place[3] = {static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
        const CellSampler sampler(grid, gained, cell);
        for (int slot = begin; slot < end; slot += lanes) {
            Float4 into[3], gain[3];
            place_in_cell(frame, p, slot, place, into);
            sampler.sample(weights_in_cell(into), gain);
            for (int d = 0; d < 3; ++d) {
                const Float4 own = load_first(&p.v[d][slot], end - slot) - frame.velocity[d];
                store_first(&p.v[d][slot], flip * own + gain[d] + frame.velocity[d], end - slot);
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

}  // namespace slosh
